import { useCallback, useEffect, useState } from 'react';
import { useDataClient } from '../../kit/index.ts';
import { firstColumns } from './columns.ts';
import type { Outset } from './sheet-store.ts';

export interface Template extends Outset {
  readonly id: string;
  readonly name: string;
}

/** What a person keeps for their sheets, on every device. */
export interface Memory {
  readonly templates: readonly Template[];
  /** With which a new sheet begins. */
  readonly usual: string | null;
  /** Where the columns of files go, by their headings. */
  readonly mappings: Readonly<Record<string, readonly (string | null)[]>>;
}

const preference = 'bulkOrder.sheets';
const maxMappings = 20;
const nothing: Memory = Object.freeze({ templates: [], usual: null, mappings: {} });

/** Templates and mappings of this person; null until they are known. Without an answer a sheet begins as it comes. */
export function useTemplates() {
  const client = useDataClient();
  const [memory, setMemory] = useState<Memory | null>(null);
  useEffect(() => {
    let gone = false;
    client.preference<Memory>(preference).then(
      (found) => !gone && setMemory(readMemory(found)),
      () => !gone && setMemory(nothing),
    );
    return () => {
      gone = true;
    };
  }, [client]);
  const keep = useCallback(
    async (change: (now: Memory) => Memory): Promise<void> => {
      const next = change(memory ?? nothing);
      setMemory(next);
      await client.savePreference(preference, next);
    },
    [client, memory],
  );
  return { memory, keep };
}

export const outsetOf = ({ templates, usual }: Memory): Outset => {
  const found = templates.find(({ id }) => id === usual);
  return found ? { columns: found.columns, defaults: found.defaults } : { columns: firstColumns, defaults: {} };
};

/** What was kept, as far as it can be read. */
export function readMemory(found: unknown): Memory {
  if (typeof found !== 'object' || found === null) return nothing;
  const { templates, usual, mappings } = found as Partial<Memory>;
  const isTemplate = (one: unknown): one is Template =>
    typeof one === 'object' && one !== null && 'columns' in one && Array.isArray(one.columns) && 'defaults' in one;
  return {
    templates: Array.isArray(templates) ? templates.filter(isTemplate) : [],
    usual: typeof usual === 'string' ? usual : null,
    mappings: typeof mappings === 'object' && mappings !== null ? mappings : {},
  };
}

/** With this mapping for the headings, and the oldest gone where there are too many. */
export function withMapping(memory: Memory, key: string, mapping: readonly (string | null)[]): Memory {
  const { [key]: _before, ...others } = memory.mappings;
  const kept = Object.entries(others).slice(-(maxMappings - 1));
  return { ...memory, mappings: Object.fromEntries([...kept, [key, mapping]]) };
}
