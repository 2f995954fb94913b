import { encodeImage, type ImageJob } from './encodings.ts';
import type { WorkerMessage } from './image-processes.ts';

/** The program of a process for images: decodes what its parent hands over, one image at a time. */
const say = (message: WorkerMessage): void => void process.send?.(message);

process.on('message', async (job: ImageJob) => say({ encoded: await encodeImage(job) }));
// The parent is gone, or wants no more. An orderly exit would wait for the decoder's threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
say({ ready: true });
