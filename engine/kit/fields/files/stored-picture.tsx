import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldHost } from '../controls/field-host.tsx';

/** A kept picture, small. */
export const FileThumb = ({ id, alt }: { id: string; alt: string }) => (
  <StoredPicture className="file-thumb" id={id} alt={alt} size="thumb" />
);

/**
 * A kept picture, fetched with the session (an address could not carry it) and freed when it leaves the screen. One that
 * does not come leaves its words in its place.
 */
export function StoredPicture({
  id,
  alt,
  size,
  className,
}: {
  id: string;
  alt: string;
  size?: 'thumb';
  className: string;
}) {
  const { t } = useTranslation();
  const { client } = useFieldHost();
  const [source, setSource] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let made: string | null = null;
    let cancelled = false;
    setFailed(false);
    client.preview(id, size).then(
      ({ blob }) => {
        if (cancelled) return;
        if (!blob.type.startsWith('image/')) return setFailed(true);
        made = URL.createObjectURL(blob);
        setSource(made);
      },
      () => !cancelled && setFailed(true),
    );
    return () => {
      cancelled = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [client, id, size]);
  if (source) return <img className={className} src={source} alt={alt} />;
  const words = alt || t('field.rich.picture');
  return (
    <span className={`${className} is-missing`} role="img" aria-label={words}>
      {failed && size === undefined ? words : null}
    </span>
  );
}
