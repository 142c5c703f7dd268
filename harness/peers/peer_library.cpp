#include "harness/peers/peer_library.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "codag/element_type.hpp"
#include "datasets/bad_input.hpp"
#include "datasets/digest.hpp"
#include "datasets/input_file.hpp"
#include "datasets/shown_text.hpp"
#include "harness/support/utf8.hpp"

namespace codag::harness {
namespace {

static_assert(CODAG_PEER_INT8 == static_cast<int>(element_type::int8) &&
                  CODAG_PEER_UINT32 == static_cast<int>(element_type::uint32) &&
                  CODAG_PEER_INT64 == static_cast<int>(element_type::int64) &&
                  CODAG_PEER_FLOAT64 == static_cast<int>(element_type::float64) &&
                  CODAG_PEER_ALL_TYPES == (1 << element_type_names.size()) - 1,
              "a column's type is passed to a peer as its number");

/// Checks the declarations of a library, and copies them.
class declaration_reader {
 public:
  explicit declaration_reader(std::string file) : file_(std::move(file)) {}

  peer_facts read(const codag_peer& peer) {
    peer_facts facts;
    facts.name = line("name", peer.name);
    facts.version = line("version", peer.version);
    facts.licence = line("licence", peer.licence);
    if (peer.note != nullptr) facts.note = line("note", peer.note);
    if (peer.memory != CODAG_PEER_CPU && peer.memory != CODAG_PEER_CUDA)
      fail("memory is " + std::to_string(peer.memory) + ", not CODAG_PEER_CPU or CODAG_PEER_CUDA");
    facts.on_gpu = peer.memory == CODAG_PEER_CUDA;
    if (peer.decoder_count == 0) fail("it declares no decoder");
    if (peer.decoders == nullptr) fail("decoders is NULL");
    std::set<std::pair<std::string, std::string>> seen;
    for (std::size_t i = 0; i < peer.decoder_count; ++i) {
      facts.decoders.push_back(read_decoder(peer.decoders[i], i));
      const peer_decoder_facts& d = facts.decoders.back();
      if (!seen.emplace(d.codec, d.variant).second)
        fail("decoder " + d.codec + "/" + d.variant + " is declared twice");
    }
    return facts;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw datasets::bad_input(file_ + ": " + what +
                              "; peers/codag_peer.h says what a peer declares");
  }

  /// A text of one line.
  [[nodiscard]] std::string line(const std::string& what, const char* text) const {
    if (text == nullptr || *text == '\0') fail(what + " is empty");
    if (datasets::has_control_character(text)) fail(what + " has a control character");
    for (std::string_view rest = text; !rest.empty();) {
      const utf8_character first = first_character(rest);
      if (!first.code) fail(what + " is not UTF-8");
      rest.remove_prefix(first.bytes);
    }
    return text;
  }

  /// A name that becomes a part of case names, or a key of configs.
  [[nodiscard]] std::string name(const std::string& what, const char* text,
                                 std::string_view allowed_besides_letters) const {
    std::string name = line(what, text);
    const bool fits = std::ranges::all_of(name, [&](char c) {
      return (c >= 'a' && c <= 'z') || allowed_besides_letters.find(c) != std::string_view::npos;
    });
    if (!fits || name[0] < 'a' || name[0] > 'z' || name.ends_with('/') ||
        name.find("//") != std::string::npos)
      fail(what + " \"" + name + "\" is not a name of a-z and " +
           std::string(allowed_besides_letters) + " that begins with a letter");
    return name;
  }

  [[nodiscard]] peer_decoder_facts read_decoder(const codag_peer_decoder& from,
                                                std::size_t number) const {
    const std::string what = "decoder " + std::to_string(number);
    peer_decoder_facts facts;
    facts.codec = name(what + ": codec", from.codec, "0123456789_");
    facts.variant = name(what + ": variant", from.variant, "0123456789_/");
    const auto fail_here = [&](const std::string& text) {
      fail("decoder " + facts.codec + "/" + facts.variant + ": " + text);
    };
    if (from.decode == nullptr) fail_here("decode is NULL");
    facts.element_types = from.element_types & CODAG_PEER_ALL_TYPES;
    if (facts.element_types == 0) fail_here("element_types is empty");
    if (from.container > CODAG_PEER_ZLIB) fail_here("container is not one of the header's");
    if (from.container != CODAG_PEER_BARE && facts.codec != "deflate")
      fail_here("only deflate can be in a container");
    facts.container = from.container;
    const auto alignment = [&](const char* key, std::uint32_t value) {
      if (value > 4096 || (value != 0 && !std::has_single_bit(value)))
        fail_here(std::string(key) + " is " + std::to_string(value) +
                  ", not a power of two up to 4096");
      return std::max(value, 1u);
    };
    facts.compressed_alignment = alignment("compressed_alignment", from.compressed_alignment);
    facts.uncompressed_alignment = alignment("uncompressed_alignment", from.uncompressed_alignment);
    if (from.compressed_padding > 4096) fail_here("compressed_padding is over 4096 bytes");
    facts.compressed_padding = from.compressed_padding;
    facts.compresses = from.compress != nullptr;
    if (facts.compresses != (from.max_compressed_bytes != nullptr))
      fail_here("compress and max_compressed_bytes come together");
    if (from.parameter_count > 0 && from.parameters == nullptr) fail_here("parameters is NULL");
    for (std::size_t i = 0; i < from.parameter_count; ++i)
      facts.parameters.push_back(read_parameter(from.parameters[i], fail_here));
    if (!well_declared(facts.parameters)) fail_here("a parameter is declared twice");
    return facts;
  }

  template <class Fail>
  [[nodiscard]] parameter read_parameter(const codag_peer_parameter& from,
                                         const Fail& fail_here) const {
    parameter p;
    p.key = p.label = kept(name("a parameter's key", from.key, "_"));
    if (p.key == "name")
      fail_here("a parameter's key is \"name\", which names the decoder in a config");
    const std::string of_parameter = "parameter " + std::string(p.key);
    p.help = kept(line(of_parameter + ": help", from.help));
    p.least = from.least;
    p.most = from.most;
    p.standard = from.standard;
    if (!p.allows(p.standard)) fail_here(of_parameter + ": its standard value is not allowed");
    if (from.choices == nullptr) return p;
    if (p.least != 0 || p.most > 63)
      fail_here(of_parameter + ": choices are numbered from 0 to 63");
    std::vector<std::string> choices;
    for (std::uint64_t i = 0; i <= p.most; ++i)
      choices.push_back(name(of_parameter + ": choice", from.choices[i], "0123456789_"));
    p.choices = kept_list(choices);
    return p;
  }

  std::string file_;
};

}  // namespace

loaded_peer load_peer(const std::filesystem::path& library) {
  const std::string file = library.string();
  datasets::require_input_file(library, "give the path of a peer's shared library");
  std::string sha256 = datasets::sha256_of_file(library);
  // A name without "/" would be looked up in the system's folders.
  void* handle = dlopen(std::filesystem::absolute(library).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    throw datasets::bad_input(datasets::one_line(std::string("cannot load the peer ") + dlerror()));
  const auto entry = reinterpret_cast<decltype(&codag_peer_v1)>(dlsym(handle, "codag_peer_v1"));
  if (entry == nullptr)
    throw datasets::bad_input(file +
                              ": does not export codag_peer_v1(), so it is not a peer of this "
                              "version of codag; see peers/codag_peer.h");
  const codag_peer* functions = entry();
  if (functions == nullptr) throw datasets::bad_input(file + ": codag_peer_v1() returned NULL");
  peer_facts facts = declaration_reader(file).read(*functions);
  facts.library = library;
  facts.sha256 = std::move(sha256);
  return {functions, std::move(facts)};
}

std::string peer_code_text(const codag_peer& peer, int code) {
  const char* text = peer.explain == nullptr ? nullptr : peer.explain(code);
  const std::string number = std::to_string(code);
  return text == nullptr ? "code " + number
                         : datasets::one_line(std::string(text)) + " (" + number + ")";
}

}  // namespace codag::harness
