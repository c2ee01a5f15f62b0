import { onTestFinished } from 'vitest';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../server/domain/carriers/simulator/start.ts';

/** What the simulator takes when nothing else is said. */
export { knownClient } from '../../server/domain/carriers/simulator/world.ts';

/** A simulator that ends with the test. */
export async function simulate(options?: SimulatorOptions): Promise<Simulator> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.stop());
  return simulator;
}
