// "web_log": requests to a web server, a line each, in the combined log format of Apache and nginx.
// Addresses, pages and browsers follow Zipf's law. A block is a day.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"
#include "datasets/generator/vocabulary.hpp"
#include "datasets/generator/zipf_law.hpp"

namespace codag::datasets {
namespace {

constexpr std::array<std::string_view, 6> browsers = {
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/134.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/18.3 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (X11; Linux x86_64; rv:136.0) Gecko/20100101 Firefox/136.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.3 Safari/605.1.15",
    "curl/8.12.1",
    "Mozilla/5.0 (compatible; bot/2.1; +https://example.org/bot.html)"};

/// What the requests of all days have in common.
struct web_site {
  explicit web_site(std::uint64_t column_seed) : seed(column_seed), words(column_seed) {}

  std::uint64_t seed;
  vocabulary words;
  zipf_law visitors = zipf_law(1 << 16, 80), agents = zipf_law(browsers.size(), 100);
};

/// Writes the requests of one day.
class request_writer {
 public:
  request_writer(random& r, const web_site& site, std::uint64_t day)
      : r_(r), site_(site), day_(with_zeros(day % 28 + 1, 2)) {}

  std::string line() {
    seconds_ = std::min<std::uint64_t>(seconds_ + r_.below(300), 86'399);
    return joined({address(), " - - [", day_, "/Mar/2025:", time_of_day(seconds_), " +0000] \"",
                   r_.chance(930) ? "GET " : "POST ", page(), " HTTP/1.1\" ", status(), " ",
                   number_between(r_, 200, 60'000), " \"", referrer(), "\" \"",
                   browsers.at(site_.agents.draw(r_)), "\"\n"});
  }

 private:
  std::string address() {
    const std::uint64_t bits = random::mix(site_.seed + site_.visitors.draw(r_));
    const auto byte = [&](unsigned index) { return std::to_string(bits >> (8 * index) & 255); };
    return joined({byte(0), ".", byte(1), ".", byte(2), ".", byte(3)});
  }

  std::string page() {
    std::string path;
    for (std::uint64_t n = r_.between(1, 3); n > 0; --n)
      path += joined({"/", site_.words.text(site_.words.draw(r_))});
    const std::uint64_t kind = r_.below(10);
    if (kind < 4) return path += ".html";
    if (kind < 6) return path += ".png";
    if (kind < 8) return path += joined({"?id=", number_between(r_, 1, 99'999)});
    return path += "/";
  }

  std::string_view status() {
    const std::uint64_t kind = r_.below(100);
    return kind < 85 ? "200" : kind < 92 ? "304" : kind < 95 ? "301" : kind < 99 ? "404" : "500";
  }

  std::string referrer() {
    return r_.chance(500) ? "-" : joined({"https://www.example.com", page()});
  }

  random& r_;
  const web_site& site_;
  std::string day_;
  std::uint64_t seconds_ = 0;
};

block_writer prepare_web_log(const column_request& asked) {
  return write_text(
      [site = std::make_shared<const web_site>(asked.seed)](random& r, std::uint64_t block) {
        request_writer requests(r, *site, block);
        return lines_of_block([&] { return requests.line(); });
      });
}

}  // namespace

generator web_log_generator() {
  return {.name = "web_log",
          .description = "requests to a web server, as lines of the combined log format",
          .type = element_type::uint8,
          .prepare = prepare_web_log};
}

}  // namespace codag::datasets
