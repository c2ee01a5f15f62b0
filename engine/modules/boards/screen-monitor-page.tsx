import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { newKey, useAnswer, useDataClient, useHasPermission, usePageTitle, useRecordChanges } from '../../kit/index.ts';
import { Wall, type WallFigures } from './wall.tsx';
import { useFigures, useWords } from './wording.ts';

/** Milliseconds after which the figures are asked for anyway; changes ask sooner. */
const pulse = 30_000;

/** The monitor of who is signed in, live. A screen without a sign-in has a link of its own: a display. */
export default function ScreenMonitorPage() {
  const t = useWords();
  const figures = useFigures();
  const client = useDataClient();
  const seesDisplays = useHasPermission('BoardDisplay:page');
  usePageTitle(t('wall.title'));
  const [stamp, setStamp] = useState(0);
  const again = useCallback(() => setStamp((count) => count + 1), []);
  useRecordChanges('order', again);
  useRecordChanges('package', again);
  useRecordChanges('track-alert', again);
  useEffect(() => {
    const timer = setInterval(again, pulse);
    return () => clearInterval(timer);
  }, [again]);
  const answer = useAnswer(() => client.send<WallFigures>('Monitor/figures', {}, newKey()), 'wall', stamp);
  return (
    <Wall
      title={t('wall.title')}
      t={(key, params) => t(key, params)}
      figures={figures}
      found={answer.data}
      failed={Boolean(answer.error)}
      actions={seesDisplays ? <Link to="/BoardDisplay">{t('wall.displays')}</Link> : null}
    />
  );
}
