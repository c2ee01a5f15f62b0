import type { MenuNode } from './session-client.ts';
import { createWire, type WireOptions } from './wire.ts';

/** One amount of the header; null where the person's roles show none. Its words are `shell.balance.{code}`. */
export interface Figure {
  code: string;
  amount: number | null;
  /** Where it is not the balance's own. */
  currency?: string;
  /** The address of the list that makes the amount. */
  to?: string;
  state?: 'recorded' | 'returned' | 'voided' | 'none' | null;
}

/** The money shown in the header, the most important amount first. */
export interface Balance {
  currency: string;
  /** Whose it is: a member's own, or the whole company's. */
  scope: 'member' | 'company';
  figures: readonly Figure[];
  /** Entities whose changes may move the figures. */
  watch: readonly string[];
}

/** What the frame around the screens asks for. Throws `WireError` like the data client. */
export interface ShellClient {
  balance(): Promise<Balance>;
  /** Every dictionary as a tree. */
  dictionaries(): Promise<unknown[]>;
  /** Enters another application; answers its menu. */
  changeApplication(application: string): Promise<MenuNode[]>;
  /** The address for the frame of an embedded page, made for this moment. */
  embed(menu: string): Promise<{ url: string }>;
}

export function createShellClient(options: WireOptions): ShellClient {
  const wire = createWire(options);
  return {
    balance: () => wire.get('membership/balance'),
    dictionaries: () => wire.get('sysDictType/tree'),
    changeApplication: (application) => wire.post('sysMenu/change', { application }),
    embed: (menu) => wire.post('ticket/issue', { menu }),
  };
}
