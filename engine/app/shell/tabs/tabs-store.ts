import { create } from 'zustand';
import { homePath, type Tab } from './tabs.ts';

const fresh: readonly Tab[] = [{ pathname: homePath, to: homePath }];

/** The open tabs; kept as long as the page lives, never longer. */
export const useTabs = create<{ tabs: readonly Tab[] }>(() => ({ tabs: fresh }));

/** The tabs of one person are none of the next one's. */
export const forgetTabs = (): void => useTabs.setState({ tabs: fresh });
