codag_test(datasets
  FILES cache deflate_wrapper digest fixed_point generator gzip loader loader_real_files manifest members npy orc_rle paper_copy ssb stored_columns synthetic texts
  LINK codag_datasets nlohmann_json::nlohmann_json ZLIB::ZLIB)
