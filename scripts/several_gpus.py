"""Runs the experiments of scripts/paper on several GPUs of one host at once, each by a scripts/paper of its own.

A GPU takes the next experiment when it has ended one. An experiment that takes over rows waits until the other one has ended. Each GPU has its
own processors, because columns are compressed on all that there are, and a process that waits for a processor is late for its GPU.
"""
import os
import subprocess
import sys
import threading


class Queue:
    """The experiments that no GPU has taken, in the order of the table, and the processes of the others."""

    def __init__(self, experiments):
        self.waiting, self.running, self.changed = list(experiments), [], threading.Condition()
        self.processes, self.given_up = [], False

    def take(self):
        """The next one whose rows to take over are there. None if nothing is left."""
        with self.changed:
            while self.waiting:
                unfinished = {experiment.name for experiment in self.waiting + self.running}
                ready = next((experiment for experiment in self.waiting if experiment.reuses not in unfinished), None)
                if ready is not None:
                    self.waiting.remove(ready)
                    self.running.append(ready)
                    return ready
                self.changed.wait()
            return None

    def start(self, command, **options):
        """The process; None if all has been given up since its experiment was taken."""
        with self.changed:
            if self.given_up:
                return None
            self.processes.append(subprocess.Popen(command, **options))
            return self.processes[-1]

    def ended(self, experiment):
        with self.changed:
            self.running.remove(experiment)
            self.changed.notify_all()

    def give_up(self):
        """Nothing starts from now on, and what runs is told to end: a second time after Ctrl-C, which does no harm."""
        with self.changed:
            self.given_up = True
            self.waiting.clear()
            for process in self.processes:
                process.terminate()
            self.changed.notify_all()


def shares_of_processors(count):
    """As many lists of processors, of the same length. If there are fewer processors, all GPUs have all of them."""
    processors = sorted(os.sched_getaffinity(0))
    each = len(processors) // count
    return [processors[i * each:(i + 1) * each] for i in range(count)] if each else [processors] * count


def run_on(gpus, experiments, command_of):
    """Runs command_of(experiment) for each, on these GPUs. Returns experiment -> exit code, and prints what each printed when it has ended."""
    queue, codes = Queue(experiments), dict.fromkeys(experiments, 1)  # what does not end has failed

    def work(gpu, processors):
        os.sched_setaffinity(0, processors)  # of this thread, and so of the processes that it starts
        while (experiment := queue.take()) is not None:
            try:
                process = queue.start(command_of(experiment), stdout=subprocess.PIPE, text=True, errors="replace",
                                      env={**os.environ, "CUDA_VISIBLE_DEVICES": gpu})
                if process is not None:
                    said, _ = process.communicate()
                    codes[experiment] = process.returncode
                    print(said, end="", flush=True)
            except OSError as problem:
                print(f"scripts/paper: {experiment.name}: {problem}; the same command tries it again", file=sys.stderr, flush=True)
            finally:
                queue.ended(experiment)  # others may wait for its rows

    threads = [threading.Thread(target=work, args=pair, daemon=True) for pair in zip(gpus, shares_of_processors(len(gpus)))]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    except KeyboardInterrupt:
        queue.give_up()
        for thread in filter(threading.Thread.is_alive, threads):  # the others were not started, or have ended
            thread.join()
        raise
    return codes
