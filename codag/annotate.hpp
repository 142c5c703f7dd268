// Annotations that let one kernel source compile for both backends.
//
// nvcc compiles .cu files into device code for the `cuda` backend. A plain host compiler compiles
// the same templates for the `host` backend, where they are ordinary functions.
#pragma once

#ifdef __CUDACC__
#define CODAG_DEVICE __device__ __forceinline__
// A function that is one place in the code, no matter where it is called from.
#define CODAG_DEVICE_NOINLINE __device__ __noinline__
#define CODAG_HOST_DEVICE __host__ __device__
// Before a loop with a constant number of rounds: an array that it indexes can stay in registers.
#define CODAG_UNROLL _Pragma("unroll")
// Before a loop that mostly has few rounds: copies of its body would only take code and registers.
#define CODAG_NO_UNROLL _Pragma("unroll 1")
#else
#define CODAG_DEVICE inline
#define CODAG_DEVICE_NOINLINE
#define CODAG_HOST_DEVICE
#define CODAG_UNROLL
#define CODAG_NO_UNROLL
#endif
