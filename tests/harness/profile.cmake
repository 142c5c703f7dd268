foreach(file hot_lines metric_collector metric_groups pc_sampler permission recording)
  codag_test(harness/profile/${file} LINK codag_profile)
endforeach()
