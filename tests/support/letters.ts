import type { Drivers, Letter, MessageKind } from '../../server/messages/drivers.ts';

/** What drivers were given, in order; a test waits for the next letter to someone. */
export interface Letters {
  drivers: Drivers;
  sent: (Letter & { kind: MessageKind })[];
  /** The next letter to this address that no test has taken yet. */
  next(to: string): Promise<Letter & { kind: MessageKind }>;
  /** From now on every letter is refused with these words; null: carried again. */
  refuse(reason: string | null): void;
}

export function createLetters(): Letters {
  const sent: Letters['sent'] = [];
  const taken = new Set<Letter>();
  const waiting: { to: string; give: (letter: Letters['sent'][number]) => void }[] = [];
  let reason: string | null = null;
  const free = (to: string) => sent.find((letter) => letter.to === to && !taken.has(letter));
  const driver = (kind: MessageKind) => async (letter: Letter) => {
    if (reason !== null) throw new Error(reason);
    sent.push({ ...letter, kind });
    for (const each of waiting.splice(0)) {
      const found = free(each.to);
      if (found) each.give(found);
      else waiting.push(each);
    }
  };
  return {
    sent,
    drivers: { mail: driver('mail'), sms: driver('sms') },
    next: (to) =>
      new Promise((resolve) => {
        const give = (letter: Letters['sent'][number]) => {
          taken.add(letter);
          resolve(letter);
        };
        const found = free(to);
        if (found) give(found);
        else waiting.push({ to, give });
      }),
    refuse: (words) => {
      reason = words;
    },
  };
}
