// Archetypes: for each concept of the decoders' contract, a type that has what the concept asks for
// and no more. The concepts of decoder.hpp check that a decoder compiles with these types. Nothing
// here is ever called.
#pragma once

#include <cstdint>

#include "codag/schedule/team.hpp"
#include "codag/simt/thread.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/input.hpp"
#include "codag/stream/output.hpp"
#include "codag/stream/window.hpp"

namespace codag::archetype {

struct thread {
  struct place {
    static place current();
  };
  unsigned lane() const;
  unsigned warp() const;
  unsigned thread_index() const;
  unsigned block() const;
  unsigned block_threads() const;
  unsigned grid_blocks() const;

  void sync_warp(place where = place::current()) const;
  void sync_lanes(unsigned n, place where = place::current()) const;
  template <class T>
  T shuffle(T v, unsigned lane, place where = place::current()) const;
  template <class T>
  T shuffle_up(T v, unsigned n, place where = place::current()) const;
  template <class T>
  T shuffle_down(T v, unsigned n, place where = place::current()) const;
  template <class T>
  T shuffle_xor(T v, unsigned bits, place where = place::current()) const;
  template <class T>
  T add_from_below(T v, unsigned n, place where = place::current()) const;
  unsigned ballot(bool p, place where = place::current()) const;
  bool any(bool p, place where = place::current()) const;
  bool all(bool p, place where = place::current()) const;
  template <class T>
  unsigned match_any(T v, place where = place::current()) const;
  template <class T, class Op>
  T reduce(T v, Op op, place where = place::current()) const;

  void sync_block(place where = place::current()) const;
  bool sync_block_or(bool p, place where = place::current()) const;
  void sync_block_diverged(place where = place::current()) const;

  template <class T>
  T load(const T* p, place where = place::current()) const;
  template <class T>
  void store(T* p, T v, place where = place::current()) const;
  template <class T>
  T atomic_add(T* p, T v, place where = place::current()) const;
  template <class T>
  T atomic_or(T* p, T v, place where = place::current()) const;
  template <class T>
  T load_acquire(const T* p, place where = place::current()) const;
  template <class T>
  void store_release(T* p, T v, place where = place::current()) const;
  template <class T, class Holds>
  T poll(const T* p, Holds holds, place where = place::current()) const;
  template <class T>
  void store_release_in_block(T* p, T v, place where = place::current()) const;
  template <class T, class Holds>
  T poll_in_block(const T* p, Holds holds, place where = place::current()) const;
  template <class T>
  void store_relaxed(T* p, T v, place where = place::current()) const;
  template <class T, class Holds>
  T poll_relaxed(const T* p, Holds holds, place where = place::current()) const;
  template <class T, class Holds>
  T wait_relaxed(const T* p, Holds holds, place where = place::current()) const;
  template <class T>
  void copy_async(T* shared, const T* global, place where = place::current()) const;
  void wait_for_copies(place where = place::current()) const;
  void prefetch(const void* p, place where = place::current()) const;
  template <class T>
  T* keep_shared(T* p, place where = place::current()) const;
  void require(bool p, const char* message, place where = place::current()) const;
  void count_rounds(unsigned rounds) const;
};
static_assert(simt::device_thread<thread>);

struct team {
  unsigned rank() const;
  static constexpr unsigned size() { return 1; }
  void sync() const;
};
static_assert(codag::team<team>);

/// Lanes that help lane 0 to read (see single_thread).
struct helpers {
  void load_line(std::uint32_t index);
  std::uint32_t word_of(std::uint32_t lane);
};

struct words {
  std::uint32_t operator()(std::uint32_t index) const;
};

struct input {
  std::uint32_t peek_bits(unsigned n);
  void skip_bits(unsigned n);
  void skip_word();
  std::uint32_t fetch_bits(unsigned n);
  void align_to_byte();
  bool overrun() const;
  bool at_end() const;
  codag::look_ahead look_ahead();
  void follow(const codag::look_ahead& ahead);
  std::uint32_t position() const;
  void seek(std::uint32_t bit);
  archetype::words words() const;
};
static_assert(looking_ahead_input<input> && seekable_input<input>);

template <class T>
struct output {
  std::uint32_t begin_symbol();
  template <class U>
  bool begin_literals(std::uint32_t count);
  void write_value(T value);
  void write_values(const T (&values)[4], std::uint32_t which);
  bool write_run(T init, std::uint32_t length, T delta);
  template <class U, class Run, class Words>
  bool write_computed(const Run& run, std::uint32_t length, const Words& words);
  bool memcpy(std::uint32_t offset, std::uint32_t length);
};
struct computed_run {};
static_assert(literal_output<output<int>, int> && run_output<output<int>, int> &&
              computed_run_output<output<int>, int, computed_run, words> &&
              copying_output<output<int>>);

using lanes_team = simt::warp_group<thread>;
static_assert(codag::lanes_team<lanes_team>);

struct window : input {
  std::uint32_t capacity() const;
  void look(std::uint32_t bytes);
  std::uint32_t bits_at(std::uint32_t bit) const;
  std::uint32_t word_at(std::uint32_t index) const;
  codag::next_bytes next_bytes() const;
  std::uint32_t bytes_left() const;
  bool has(std::uint32_t bytes) const;
  void resume(const window& copy);
  std::uint32_t end_bit() const;
};
static_assert(codag::window<window>);

template <class T>
struct element_places {
  void put(std::int32_t i, T value) const;
};
template <class T>
struct lanes_output : output<T> {
  std::uint32_t position() const;
  std::uint32_t room() const;
  std::uint32_t misalignment(std::uint32_t n) const;
  bool begin_batch(std::uint32_t bytes);
  template <class U>
  element_places<U> elements_at(std::uint32_t at) const;
  template <class U>
  void write_at(std::uint32_t at, U value);
  void settle();
  template <class U>
  U read_at(std::uint32_t at) const;
  void end_batch();
  void resume(const lanes_output& copy);
};
static_assert(codag::lanes_output<lanes_output<int>, int>);

}  // namespace codag::archetype
