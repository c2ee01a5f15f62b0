import type { Logs } from '../logs/logs.ts';
import type { House, Task } from '../sockets/socket.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** What timers stand on. */
export interface TimerHome {
  system: SystemDatabase;
  logs: Logs;
  newId: () => string;
  /** What the wings have for timers. */
  tasks?: readonly Task[];
  /** What these act with. */
  house?: House;
  /** The hosts (`name` or `name:port`) that a timer may call; none unless the operator names them. */
  hosts: readonly string[];
}
