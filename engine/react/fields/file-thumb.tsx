import { useEffect, useState } from 'react';
import { useFieldHost } from './field-host.tsx';

/** A kept picture, fetched with the session (an address could not carry it) and freed when it leaves the screen. */
export function FileThumb({ id, alt }: { id: string; alt: string }) {
  const { client } = useFieldHost();
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let gone = false;
    client.preview(id, 'thumb').then(
      ({ blob }) => {
        if (gone || !blob.type.startsWith('image/')) return;
        made = URL.createObjectURL(blob);
        setSource(made);
      },
      () => undefined,
    );
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [client, id]);
  return source ? (
    <img className="file-thumb" src={source} alt={alt} />
  ) : (
    <span className="file-thumb" role="img" aria-label={alt} />
  );
}
