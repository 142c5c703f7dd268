// A process whose descendants all end with it.
#pragma once

namespace codag::harness {

/// Splits this process in two: a keeper, and its child, in which this function returns. When the
/// child ends, when SIGTERM or SIGINT comes, or when the process ends that started the keeper, the
/// keeper ends everything that descends from it, also what has gone to a session of its own or has
/// lost its parent. Then it ends as the child did. Must be called before there is another thread.
void become_kept_process();

}  // namespace codag::harness
