/** Whether the machine has nothing else to do. @module */
import { availableParallelism, loadavg } from 'node:os';

/** Half of the cores have had nothing to do in the last minute. Where the system tells no load, as on Windows, they always have. */
export const isMachineIdle = (): boolean => (loadavg()[0] as number) < availableParallelism() / 2;
