import { openLiveApp, type LiveApp } from './live-app.ts';
import { openPlacingDesk, type PlacingDesk } from './placing-desk.ts';

export interface LivePlacing {
  readonly live: LiveApp;
  readonly desk: PlacingDesk;
  close(): Promise<void>;
}

/** A placing desk whose world is open to browsers, for journeys that place orders. */
export async function openLivePlacing(): Promise<LivePlacing> {
  let live: LiveApp | undefined;
  const desk = await openPlacingDesk({}, async (modules) => (live = await openLiveApp(modules)).world);
  if (!live) throw new Error('the desk has opened no app');
  const app = live;
  return {
    live: app,
    desk,
    async close() {
      await app.close();
      await desk.simulator.stop();
    },
  };
}
