// What is remembered of each byte of memory: the accesses that a later one may race with.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "codag/simt/host/race/happens_before.hpp"
#include "codag/simt/host/race/place.hpp"

namespace codag::simt::host::race {

/// Bytes that one list of records is kept for.
inline constexpr std::uintptr_t word_bytes = 8;

struct access_kind {
  bool writes = false;
  bool atomic = false;
  atomic_scope scope = atomic_scope::device;  ///< of an atomic access

  friend bool operator==(const access_kind&, const access_kind&) = default;
};

/// One access by lanes of one warp, all at the same moment and from the same place.
struct record {
  moment when;
  std::uint32_t lanes;
  std::uint8_t bytes;  ///< which bytes of the word: one bit each
  access_kind kind;
  place where;
  std::uint32_t next;  ///< in the word's list
};

/// Lists of records, one per word that was accessed.
class shadow_memory {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;

  void clear() {
    pages_.clear();
    records_.clear();
    free_ = none;
    last_page_ = nullptr;
  }

  /// Forgets the accesses to this memory: it is given out anew.
  void forget(std::uintptr_t address, std::size_t bytes) {
    const std::uintptr_t end = (address + bytes + word_bytes - 1) / word_bytes;
    for (std::uintptr_t word = address / word_bytes; word < end; ++word)
      for (std::uint32_t* head = &list(word); *head != none;) remove(*head);
  }

  /// The head of the list of word `address / word_bytes`.
  std::uint32_t& list(std::uintptr_t word) {
    const std::uintptr_t number = word / words_per_page;
    if (last_page_ == nullptr || number != last_number_) {
      auto& slot = pages_[number];
      if (!slot) {
        slot = std::make_unique<page>();
        slot->fill(none);
      }
      last_page_ = slot.get();
      last_number_ = number;
    }
    return (*last_page_)[word % words_per_page];
  }
  record& at(std::uint32_t i) { return records_[i]; }

  void add(std::uint32_t& head, const record& added) {
    std::uint32_t i = free_;
    if (i == none) {
      i = static_cast<std::uint32_t>(records_.size());
      records_.emplace_back();
    } else {
      free_ = records_[i].next;
    }
    records_[i] = added;
    records_[i].next = head;
    head = i;
  }
  /// Takes record `link` out of its list, so that `link` becomes the next one.
  void remove(std::uint32_t& link) {
    const std::uint32_t i = link;
    link = records_[i].next;
    records_[i].next = free_;
    free_ = i;
  }

 private:
  static constexpr std::uintptr_t words_per_page = 512;
  using page = std::array<std::uint32_t, words_per_page>;

  std::unordered_map<std::uintptr_t, std::unique_ptr<page>> pages_;
  page* last_page_ = nullptr;  // of pages_, the one used last
  std::uintptr_t last_number_ = 0;
  std::vector<record> records_;
  std::uint32_t free_ = none;  // the first of a list of unused records
};

}  // namespace codag::simt::host::race
