# Sourced by the scripts that need a GPU and compute-sanitizer. Each ends at once where one of them is missing: every
# check without it would look like one that found errors.
# shellcheck shell=bash

# need_gpu WHAT_TO_DO_WITHOUT_ONE: exits with 3 unless there is a GPU.
need_gpu() {
  if ! nvidia-smi -L 2>/dev/null | grep -q GPU; then
    echo "scripts/${0##*/}: no GPU here; $1" >&2
    exit 3
  fi
}

# need_compute_sanitizer: exits with 2 unless it is installed. It may lie in a toolkit that is not on PATH.
need_compute_sanitizer() {
  PATH+=:/usr/local/cuda/bin
  if ! command -v compute-sanitizer >/dev/null; then
    echo "scripts/${0##*/}: there is no compute-sanitizer on PATH or in /usr/local/cuda/bin; install it (a CUDA toolkit has it), or put its folder on PATH" >&2
    exit 2
  fi
}
