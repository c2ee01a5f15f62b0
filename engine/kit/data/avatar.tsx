import { useEffect, useState } from 'react';
import { useDataClient } from './client.ts';

interface Props {
  id: string | null;
  name: string;
  /** Pixels. */
  size?: number;
  /** Called if the picture cannot be shown. Must be stable between renders. */
  onFault?: (error: unknown) => void;
}

/** A person's picture, or the first character of their name. Decoration, because the name is beside it. */
export function Avatar({ id, name, size = 28, onFault }: Props) {
  const client = useDataClient();
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let cancelled = false;
    setSource(null);
    if (id) {
      client.preview(id, size > 128 ? undefined : 'thumb').then(
        ({ blob }) => {
          if (cancelled || !blob.type.startsWith('image/')) return;
          made = URL.createObjectURL(blob);
          setSource(made);
        },
        (error: unknown) => !cancelled && onFault?.(error),
      );
    }
    return () => {
      cancelled = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [client, id, size, onFault]);
  return (
    <span
      className="avatar"
      style={{ width: size, height: size, fontSize: Math.round(size * 0.42) }}
      data-avatar={source ? 'picture' : 'letter'}
      aria-hidden="true"
    >
      {source ? <img src={source} alt="" /> : [...name][0]?.toUpperCase()}
    </span>
  );
}
