/* A peer that stores its chunks, and does FAULT with them; tests/harness/cli/peers.py builds one per fault. */
#include <codag_peer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NONE 0
#define WRONG_BYTES 1   /* of one chunk */
#define WRONG_STATUS 2  /* of one chunk */
#define SHORT 3         /* says that it wrote less */
#define SILENT 4        /* sets no status */
#define OUTSIDE 5       /* writes before the first chunk */
#define CRASH 6
#define HANG 7
#define CRASH_AT_LOAD 8
#define CRASH_DAMAGED 9 /* with chunks that it did not make */
#define HANG_DAMAGED 10
#define NO_DECODERS 11
#define BAD_NAME 12
#define OUR_VARIANT 13  /* a name that codag has */
#define ERROR 14        /* begins nothing */
#define CANNOT_COMPRESS 15
#define BAD_ALIGNMENT 16
#define TALKS 17         /* writes into codag's socket */
#define TALKS_FOREVER 18 /* the same, without end */
#define TALKS_AT_LOAD 19
#define FORKS 20         /* and crashes, while the other process lives on */
#define NO_UTF8 21
#define RESERVED_KEY 22
#define HUGE_WORKSPACE 23
#define DAEMON 25        /* starts a process in a session of its own, which lives on */
#define DAEMON_CRASH 26  /* the same, and crashes */
#define DAEMON_HANG 27
#define DAEMON_AT_LOAD 28
#define WRONG_LATER 24   /* the bytes of one chunk, from the seventh call on */
#define RARELY_WRONG 29  /* one byte, in one of 200 calls, as a race that is seldom lost */
#define COMPRESSES_WRONG_LATER 30 /* other values than it was given, from the seventh call on */
#define NEEDS_ALL_CHUNKS 31       /* begins nothing with fewer than 16 chunks */
#define NULL_DECODERS 32
#define NULL_PARAMETERS 33
#define NULL_CHOICE 34
#define NULL_DECODE 35
#define NULL_NAME 36

/* A stored chunk ends with its bytes' sum, so that most damage is found. */
static unsigned sum_of(const unsigned char* bytes, size_t count) {
  unsigned sum = 1;
  for (size_t i = 0; i < count; ++i) sum = sum * 31 + bytes[i];
  return sum;
}

static int is_damaged(const struct codag_peer_batch* b, size_t i) {
  unsigned sum = 0;
  if (b->in_bytes[i] < sizeof(sum)) return 1;
  const size_t bytes = b->in_bytes[i] - sizeof(sum);
  memcpy(&sum, (const char*)b->in[i] + bytes, sizeof(sum));
  return bytes != b->out_bytes[i] || sum != sum_of(b->in[i], bytes);
}

/* Starts a process as daemons do: its parent ends, and it leaves the session. Its number goes to the file $DAEMON_FILE. */
static void start_daemon(void) {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  FILE* file = fopen(getenv("DAEMON_FILE"), "a");
  fprintf(file, "%d\n", getpid());
  fclose(file);
  sleep(1000);
  _exit(0);
}

/* What the header promises of a batch. */
static int is_as_promised(const struct codag_peer_batch* b) {
  size_t sum = 0;
  for (size_t i = 0; i < b->chunks; ++i) sum += b->out_bytes[i];
  return sum == b->uncompressed_bytes && (size_t)b->workspace % 256 == 0 && b->workspace_bytes == 100 && b->stream == NULL;
}

static size_t workspace_bytes(const struct codag_peer_batch* b) {
  if (FAULT == HUGE_WORKSPACE) return SIZE_MAX - 1;
  return b->in == NULL && b->in_bytes == NULL && b->out == NULL && b->out_bytes == NULL && b->written == NULL && b->status == NULL ? 100 : SIZE_MAX;
}

static void talk(const char* line) {
  if (write(200, line, strlen(line)) < 0) _exit(9);
}

/* A row as codag's process sends it. It must not count after a line that no row is in. */
#define FORGED_ROW                                                    \
  "{\"row\": {\"name\": \"MC0/stored/faulty/4KiB\", \"status\": \"ok\"}, " \
  "\"benchmarks\": [], \"bad_input\": false, \"reason\": \"\", \"note\": \"\"}\n"

static int decode(const struct codag_peer_batch* b) {
  static int calls = 0;
  ++calls;
  if (!is_as_promised(b)) return 9;
  if (FAULT == TALKS) talk("{\"row\": 1}\n" FORGED_ROW);
  while (FAULT == TALKS_FOREVER) talk("{\"stage\": \"peer\"}\n");
  if (FAULT == FORKS) {
    if (fork() == 0) {
      sleep(30);
      _exit(0);
    }
    abort();
  }
  if (FAULT == DAEMON || FAULT == DAEMON_CRASH || FAULT == DAEMON_HANG) {
    start_daemon();
    sleep(1);
  }
  if (FAULT == DAEMON_CRASH) abort();
  if (FAULT == DAEMON_HANG) sleep(1000);
  if (FAULT == ERROR || (FAULT == NEEDS_ALL_CHUNKS && b->chunks < 16)) return 7;
  if (FAULT == CRASH) abort();
  if (FAULT == HANG) sleep(1000);
  for (size_t i = 0; i < b->chunks; ++i) {
    if (is_damaged(b, i)) {
      if (FAULT == CRASH_DAMAGED) abort();
      if (FAULT == HANG_DAMAGED) sleep(1000);
      b->status[i] = 3;
      continue;
    }
    memcpy(b->out[i], b->in[i], b->out_bytes[i]);
    if (FAULT != SILENT) b->status[i] = FAULT == WRONG_STATUS ? 5 : 0;
    if (FAULT == WRONG_BYTES) ((char*)b->out[i])[b->out_bytes[i] / 2] ^= 1;
    if (FAULT == WRONG_LATER && calls > 6) ((char*)b->out[i])[0] ^= 1;
    if (FAULT == RARELY_WRONG && calls % 200 == 100) ((char*)b->out[i])[0] ^= 1;
    if (FAULT == SHORT) b->written[i] -= 1;
    if (FAULT == OUTSIDE) ((char*)b->out[i])[-1] ^= 1;
  }
  return 0;
}

static size_t max_compressed_bytes(size_t bytes, const uint64_t* parameters) {
  (void)parameters;
  return bytes + sizeof(unsigned);
}

static int compress(const struct codag_peer_batch* b) {
  static int calls = 0;
  ++calls;
  for (size_t i = 0; i < b->chunks; ++i) {
    memcpy(b->out[i], b->in[i], b->in_bytes[i]);
    if (FAULT == COMPRESSES_WRONG_LATER && calls > 6) ((char*)b->out[i])[5] ^= 1;
    const unsigned sum = sum_of(b->out[i], b->in_bytes[i]);
    memcpy((char*)b->out[i] + b->in_bytes[i], &sum, sizeof(sum));
    b->written[i] = b->in_bytes[i] + sizeof(sum);
    b->status[i] = FAULT == CANNOT_COMPRESS ? 4 : 0;
  }
  return 0;
}

static const char* explain(int32_t code) { return code == 3 ? "damaged" : NULL; }

const struct codag_peer* codag_peer_v1(void) {
  static const char* const choices[10] = {"none"};
  static const struct codag_peer_parameter parameters[] = {
      {.key = FAULT == RESERVED_KEY ? "name" : "effort", .help = "does nothing", .least = FAULT == NULL_CHOICE ? 0 : 1, .most = 9,
       .standard = 5, .choices = FAULT == NULL_CHOICE ? choices : NULL}};
  static const struct codag_peer_decoder decoders[] = {{
      .codec = FAULT == BAD_NAME ? "Stored" : "stored",
      .variant = FAULT == OUR_VARIANT ? "cpu_zlib" : "faulty",
      .element_types = CODAG_PEER_ALL_TYPES,
      .compressed_alignment = FAULT == BAD_ALIGNMENT ? 12 : 64,
      .compressed_padding = 16,
      .parameters = FAULT == NULL_PARAMETERS ? NULL : parameters,
      .parameter_count = 1,
      .workspace_bytes = workspace_bytes,
      .decode = FAULT == NULL_DECODE ? NULL : decode,
      .max_compressed_bytes = max_compressed_bytes,
      .compress = compress,
  }};
  static const struct codag_peer peer = {
      .name = FAULT == NO_UTF8 ? "\xff" : FAULT == NULL_NAME ? NULL : "faulty", .version = "1", .licence = "none", .note = "made for a test",
      .memory = CODAG_PEER_CPU, .decoders = FAULT == NULL_DECODERS ? NULL : decoders, .decoder_count = FAULT == NO_DECODERS ? 0 : 1,
      .explain = explain};
  if (FAULT == DAEMON_AT_LOAD) {
    start_daemon();
    sleep(1);
  }
  if (FAULT == CRASH_AT_LOAD) abort();
  if (FAULT == TALKS_AT_LOAD) talk("{\"facts\": {}}\n");
  return &peer;
}
