import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { BusyError, createBoundedQueue } from '../bounded-queue.ts';
import type { Encoded, EncodingKind, ImageJob } from './encodings.ts';

/** What a process for images tells its parent. */
export type WorkerMessage = { ready: true } | { encoded: Encoded<EncodingKind> | null };

/** Bounds of the processes; `mebibytes` is all writable memory of one, its own 105 included. */
export type ImageProcessLimits = {
  running: number;
  waiting: number;
  seconds: number;
  mebibytes: number;
};

export type ImageProcesses = {
  /**
   * Decodes and encodes in a process of its own; null when the bytes are no whole image, or cost more than the limits.
   *
   * @throws {BusyError} when too many images wait already, or no process can be started
   */
  run<K extends EncodingKind>(job: ImageJob<K>): Promise<Encoded<K> | null>;
};

/** A process ends after so many images, so that what one upload did to it does not last. */
const IMAGES_OF_A_PROCESS = 50;
const IDLE_MILLISECONDS = 60_000;
const START_MILLISECONDS = 30_000;

/** Beside the program, from the sources and from the bundle alike. */
const EXTENSION = extname(import.meta.filename);
const PROGRAM = join(import.meta.dirname, `image-worker${EXTENSION}`);
/** Sources are read by the tool that the tests have. */
const NODE_OPTIONS = EXTENSION === '.ts' ? ['--import', 'tsx'] : [];

/**
 * It knows nothing of the server's environment, writes no temporary files, and dies rather than take more memory: the kernel
 * counts all private writable memory of the process, the decoder's as well.
 */
const startProcess = (mebibytes: number): ChildProcess => {
  const command = [process.execPath, ...NODE_OPTIONS, PROGRAM];
  const options: SpawnOptions = {
    cwd: import.meta.dirname,
    env: { VIPS_DISC_THRESHOLD: '1g', MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  };
  if (process.platform === 'win32') return spawn(process.execPath, command.slice(1), options);
  const limited = 'ulimit -c 0; ulimit -d "$0" 2>/dev/null; exec "$@"';
  return spawn('/bin/sh', ['-c', limited, String(mebibytes * 1_024), ...command], options);
};

type Worker = { child: ChildProcess; images: number; idle: NodeJS.Timeout | null };

/** The next message of a process, or why there is none: it ended first, or said nothing for so long. */
const nextMessage = (child: ChildProcess, milliseconds: number): Promise<WorkerMessage | 'lost' | 'late'> =>
  new Promise((resolve) => {
    const settle = (message: WorkerMessage | 'lost' | 'late') => {
      clearTimeout(late);
      child.off('message', settle).off('exit', lost).off('error', lost);
      resolve(message);
    };
    const lost = () => settle('lost');
    const late = setTimeout(() => settle('late'), milliseconds);
    child.on('message', settle).on('exit', lost).on('error', lost);
  });

/** Ends it whatever it does; a process that never started has nothing to end. */
const end = ({ child }: Pick<Worker, 'child'>): void => {
  child.on('error', () => {});
  child.kill('SIGKILL');
};

/** Keeps a few processes that decode images, each with bounds on time and memory; started when they are needed. */
export const createImageProcesses = (limits: ImageProcessLimits): ImageProcesses => {
  const queue = createBoundedQueue(limits);
  const resting: Worker[] = [];

  const wake = async (): Promise<Worker> => {
    for (let worker = resting.pop(); worker; worker = resting.pop()) {
      if (worker.idle) clearTimeout(worker.idle);
      if (worker.child.connected) return worker;
    }
    const child = startProcess(limits.mebibytes);
    const first = await nextMessage(child, START_MILLISECONDS);
    if (first === 'lost' || first === 'late') {
      end({ child });
      throw new BusyError('No process for images can be started.');
    }
    // It never keeps the server from ending.
    child.unref();
    child.channel?.unref();
    return { child, images: 0, idle: null };
  };

  const rest = (worker: Worker): void => {
    if (worker.images >= IMAGES_OF_A_PROCESS) {
      end(worker);
      return;
    }
    worker.idle = setTimeout(() => {
      resting.splice(resting.indexOf(worker), 1);
      end(worker);
    }, IDLE_MILLISECONDS).unref();
    resting.push(worker);
  };

  const hand = async (job: ImageJob): Promise<Encoded<EncodingKind> | null | 'lost'> => {
    const worker = await wake();
    worker.images += 1;
    const answered = nextMessage(worker.child, limits.seconds * 1_000);
    worker.child.send(job, () => {});
    const answer = await answered;
    if (typeof answer !== 'string' && 'encoded' in answer) {
      rest(worker);
      return answer.encoded;
    }
    end(worker);
    return answer === 'lost' ? 'lost' : null;
  };

  const work = async <K extends EncodingKind>(job: ImageJob<K>): Promise<Encoded<K> | null> => {
    const first = await hand(job);
    // It may have been ended from outside, perhaps while it rested: only what kills a second one is to blame.
    const image = first === 'lost' ? await hand(job) : first;
    return image === 'lost' ? null : (image as Encoded<K> | null);
  };

  return { run: (job) => queue.run(() => work(job)) };
};
