import { useEffect, useMemo, useRef, useState } from 'react';
import type { PublicPageProps } from '../../kit/index.ts';
import { figuresIn } from './figures.ts';
import { Wall, type WallFigures } from './wall.tsx';

type Shown = WallFigures & { name: string; timeZone: string };

/** Milliseconds between two looks. */
const pulse = 15_000;

/** The monitor on a display that has a link and no session, so that nothing ends while it runs, until it is revoked. */
export default function PublicMonitorPage({ culture, brand, t, ask }: PublicPageProps) {
  const link = useMemo(() => new URLSearchParams(location.search).get('t') ?? '', []);
  const [found, setFound] = useState<Shown | null>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    document.title = `${t('wall.title')} · ${brand.name}`;
  });
  // A look in one language does not begin again because the language changed.
  const latest = useRef({ ask, t });
  latest.current = { ask, t };
  useEffect(() => {
    let gone = false;
    const look = async () => {
      try {
        const next = await latest.current.ask<Shown>('Monitor/public', { link });
        if (gone) return;
        setFound(next);
        setError('');
      } catch (failure) {
        if (gone) return;
        // A link that was revoked is answered with words; without an answer the last figures stay.
        const refused = failure instanceof Error && !(failure instanceof TypeError || failure instanceof SyntaxError);
        if (refused) setFound(null);
        setError(refused ? failure.message : latest.current.t('wall.away'));
      }
    };
    void look();
    const timer = setInterval(() => void look(), pulse);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [link]);
  const figures = useMemo(() => figuresIn(culture, found?.timeZone ?? 'UTC'), [culture, found?.timeZone]);
  if (!found && error)
    return (
      <div className="wall">
        <p role="alert">{error}</p>
      </div>
    );
  return (
    <Wall
      title={found ? `${brand.name} · ${found.name}` : brand.name}
      {...{ t, figures, found }}
      failed={error !== ''}
    />
  );
}
