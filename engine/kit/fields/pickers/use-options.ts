import { useEffect, useState } from 'react';
import type { Field } from '../../../core/index.ts';
import type { DataClient } from '../../data/data-client.ts';
import { useFieldHost } from '../controls/field-host.tsx';

export interface Option {
  value: string;
  label: string;
}

const dictionaries = new WeakMap<DataClient, Map<string, Promise<Option[]>>>();

/** The values of a choice with their words: from the schema, or from the tenant's dictionary (read once a culture). */
export function useOptions(field: Field): readonly Option[] {
  const { words, client, format } = useFieldHost();
  const { options, dictionary } = field.meta;
  const [entries, setEntries] = useState<readonly Option[]>([]);
  useEffect(() => {
    if (!dictionary) return;
    let current = true;
    readDictionary(client, dictionary, format.culture).then(
      (found) => current && setEntries(found),
      () => current && setEntries([]),
    );
    return () => {
      current = false;
    };
  }, [client, dictionary, format.culture]);
  const word = (value: string) =>
    field.system && field.name === 'status' ? words.state(value) : words.option(field.name, value);
  return options ? options.map((value) => ({ value, label: word(value) })) : entries;
}

function readDictionary(client: DataClient, code: string, culture: string): Promise<Option[]> {
  const cached = dictionaries.get(client) ?? new Map<string, Promise<Option[]>>();
  dictionaries.set(client, cached);
  const key = `${culture} ${code}`;
  const loading =
    cached.get(key) ??
    client.dropDown('sysDictType', { code }).then((rows) => rows.map((row) => ({ value: row.code, label: row.value })));
  cached.set(key, loading);
  // A failed reading is not kept: the next form asks again.
  loading.catch(() => cached.delete(key));
  return loading;
}
