import { create } from 'zustand';
import type { LoginUser } from '../../kit/data/session-client.ts';
import { createLiveClient } from '../../kit/data/live-client.ts';
import { createShellClient, type Balance } from '../../kit/data/shell-client.ts';
import { removeStored, storeLocally } from '../../kit/ui/local-storage.ts';
import { currentCulture } from '../../kit/ui/culture.ts';
import { options, useSession } from '../session/session.ts';
import { forgetTabs } from './tabs/tabs-store.ts';

export const shellClient = createShellClient(options);
export const liveClient = createLiveClient(options);

interface ShellData {
  /** `failed` keeps the last balance, if there was one. */
  balanceState: 'loading' | 'ready' | 'failed';
  balance: Balance | null;
}

/** What the header shows beside the person; loaded with the person, and again when the language changes. */
export const useShellData = create<ShellData>(() => ({ balanceState: 'loading', balance: null }));

/** Asks for the balance. Of two questions under way the later one counts. */
export async function loadBalance(): Promise<void> {
  const client = useSession.getState().client;
  const request = (latest += 1);
  useShellData.setState({ balanceState: 'loading' });
  try {
    const balance = await shellClient.balance();
    if (request !== latest || useSession.getState().client !== client) return;
    storeLocally('PAY_CURRENCY', balance.currency);
    useShellData.setState({ balanceState: 'ready', balance });
  } catch {
    if (request === latest) useShellData.setState({ balanceState: 'failed' });
  }
}

let latest = 0;

/** Stores every dictionary in this browser, as other clients of this wire do. Screens work without them. */
export async function loadDictionaries(): Promise<void> {
  const culture = currentCulture();
  await shellClient.dictionaries().then(
    (tree) => culture === currentCulture() && storeLocally('DICT_TYPE_TREE_DATA', tree),
    () => undefined,
  );
}

/** Notes the applications and the one that is entered. */
export function storeApplications({ apps }: Pick<LoginUser, 'apps'>, entered: string | null): void {
  storeLocally('NOW_APP', entered);
  storeLocally(
    'ALL_APPS_MENU',
    apps.map((app) => ({ ...app, active: app.code === entered })),
  );
}

/** Nothing of one person is left for the next. */
export function forgetShellData(): void {
  latest += 1;
  for (const key of ['DICT_TYPE_TREE_DATA', 'ALL_APPS_MENU', 'NOW_APP']) removeStored(key);
  useShellData.setState({ balanceState: 'loading', balance: null });
  forgetTabs();
}

useSession.subscribe(({ state }, before) => {
  if (state === 'out' && before.state !== 'out') forgetShellData();
});
