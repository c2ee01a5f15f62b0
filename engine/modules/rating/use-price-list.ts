import { App } from 'antd';
import { useEffect, useState } from 'react';
import { errorMessage, newKey, saveFile, useCulture, useDataClient } from '../../kit/index.ts';
import type { ListedService } from './price-tables.tsx';

/** Whose prices, and of which day. */
export interface PriceQuestion {
  customer?: string;
  level?: string;
  shipDate?: string | undefined;
}

interface AnsweredFile {
  file: { name: string; mediaType: string; content: string };
}

/** The prices that answer a question; null while there are none. */
export function usePriceList(question: PriceQuestion, isAsked: boolean) {
  const client = useDataClient();
  const culture = useCulture();
  const key = JSON.stringify(question);
  const [found, setFound] = useState<{ key: string; services: readonly ListedService[] } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isAsked) return;
    let gone = false;
    setError(null);
    client.send<{ services: ListedService[] }>('Rate/priceList', JSON.parse(key) as PriceQuestion, newKey()).then(
      ({ services }) => !gone && setFound({ key: `${culture} ${key}`, services }),
      (failure: unknown) => !gone && setError(failure),
    );
    return () => {
      gone = true;
    };
  }, [client, isAsked, key, culture, attempt]);
  const services = isAsked && found?.key === `${culture} ${key}` ? found.services : null;
  return { services, error, again: () => setAttempt(attempt + 1) };
}

/** The same prices as a file to keep. */
export function usePriceFile(question: PriceQuestion) {
  const client = useDataClient();
  const { message } = App.useApp();
  const [making, setMaking] = useState('');
  const make = async (format: 'xlsx' | 'pdf') => {
    setMaking(format);
    try {
      const { file } = await client.send<AnsweredFile>('Rate/priceList', { ...question, format }, newKey());
      const bytes = Uint8Array.from(atob(file.content), (letter) => letter.charCodeAt(0));
      saveFile({ name: file.name, blob: new Blob([bytes], { type: file.mediaType }) });
    } catch (failure) {
      void message.error(errorMessage(failure));
    } finally {
      setMaking('');
    }
  };
  return { making, make };
}
