codag_test(baselines/block_per_chunk/ring_input_stream LINK codag_baselines)
codag_test(baselines/cpu/cpu_decoders LINK codag_baselines codag_datasets nlohmann_json::nlohmann_json ZLIB::ZLIB)
