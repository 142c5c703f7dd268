codag_test(baselines/cpu/cpu_decoders LINK codag_baselines codag_datasets ZLIB::ZLIB)
