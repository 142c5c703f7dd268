// What is said about a code that a peer has returned.
#include "harness/peers/peer_library.hpp"

#include <gtest/gtest.h>

#include "datasets/shown_text.hpp"

namespace codag::harness {
namespace {

TEST(peer_code_text, is_the_peers_explanation_if_it_has_one) {
  codag_peer peer{};
  EXPECT_EQ(peer_code_text(peer, 7), "code 7");
  peer.explain = [](std::int32_t code) { return code == 7 ? "out of\nmemory" : nullptr; };
  EXPECT_EQ(peer_code_text(peer, 7), datasets::one_line("out of\nmemory") + " (7)");
  EXPECT_EQ(peer_code_text(peer, 8), "code 8");
}

}  // namespace
}  // namespace codag::harness
