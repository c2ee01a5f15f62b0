import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublishPlan } from '../document/api.ts';
import { LongText } from '../panels/parts.tsx';
import { Problems } from './problems.tsx';
import { newKey, saveFile, errorMessage, useOwnCalls, WireError, type Given } from '../../engine/kit/index.ts';

interface Dry {
  readonly bundle: Given<'applySchemaBundle'>['bundle'];
  readonly file: string;
  /** What the server says it would do. */
  readonly answer: { readonly entities: readonly Pick<PublishPlan, 'blockers'>[] };
}

/** All that this tenant's schemas say, as one file: out of here, or into here after a dry run. */
export function Bundle() {
  const { t } = useTranslation('designer');
  const { ask, send } = useOwnCalls();
  const [dry, setDry] = useState<Dry | null>(null);
  const { busy, outcome, setOutcome, work } = useWork();
  const [reason, setReason] = useState('');
  const [signed, setSigned] = useState(false);
  const problems = (dry?.answer.entities ?? []).flatMap(({ blockers }) => blockers.filter(({ accepts }) => accepts));
  const isUnsigned = problems.length > 0 && (!signed || reason.trim() === '');
  const take = () =>
    work(async () => {
      const bundle = await ask('schemaBundle', {});
      const day = new Date().toISOString().slice(0, 10);
      saveFile({
        name: `schemas-${day}.json`,
        blob: new Blob([JSON.stringify(bundle, null, 2)], { type: 'application/json' }),
      });
    });
  const look = (file: File) =>
    work(async () => {
      const bundle = JSON.parse(await file.text()) as Dry['bundle'];
      setDry(null);
      setSigned(false);
      setDry({
        bundle,
        file: file.name,
        answer: (await send('applySchemaBundle', { bundle, dryRun: true }, newKey())) as Dry['answer'],
      });
    });
  const put = () =>
    work(async () => {
      if (!dry) return;
      const request = { bundle: dry.bundle, dryRun: false, reason: reason.trim(), acceptProblems: signed };
      await send('applySchemaBundle', request, newKey());
      setDry(null);
      setOutcome({ kind: 'success', text: t('review.bundleDone') });
    });
  return (
    <div className="drawer-panel">
      <p className="panel-hint">{t('review.bundleHint')}</p>
      <FileBar busy={busy} onTake={() => void take()} onLook={(file) => void look(file)} />
      {outcome ? <Alert type={outcome.kind} showIcon message={outcome.text} /> : null}
      {dry ? (
        <section className="panel-card" aria-label={t('review.dryRun')}>
          <h3>{t('review.dryRunOf', { file: dry.file })}</h3>
          <pre tabIndex={0}>{JSON.stringify(dry.answer, null, 2)}</pre>
          {problems.length > 0 ? (
            <Problems found={problems} signed={signed} onSign={setSigned} onGo={() => undefined} />
          ) : null}
          <LongText label={t('review.reason')} hint={t('review.reasonHint')} value={reason} onChange={setReason} />
          <button type="button" className="button is-primary" disabled={busy || isUnsigned} onClick={() => void put()}>
            {t('review.bundlePut')}
          </button>
        </section>
      ) : null}
    </div>
  );
}

/** Does one thing at a time, and says how it went. */
function useWork() {
  const { t } = useTranslation('designer');
  const [outcome, setOutcome] = useState<{ kind: 'error' | 'success'; text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const work = async (what: () => Promise<void>) => {
    setBusy(true);
    setOutcome(null);
    try {
      await what();
    } catch (error) {
      const issues = error instanceof WireError ? error.issues.map(({ path, message }) => `${path}: ${message}`) : [];
      setOutcome({
        kind: 'error',
        text: [error instanceof SyntaxError ? t('review.notJson') : errorMessage(error), ...issues].join(' '),
      });
    } finally {
      setBusy(false);
    }
  };
  return { busy, outcome, setOutcome, work };
}

interface BarProps {
  busy: boolean;
  onTake(): void;
  onLook(file: File): void;
}

function FileBar({ busy, onTake, onLook }: BarProps) {
  const { t } = useTranslation('designer');
  return (
    <div className="panel-bar">
      <button type="button" className="button" disabled={busy} onClick={onTake}>
        {t('review.bundleOut')}
      </button>
      <label className="button">
        {t('review.bundleIn')}
        <input
          type="file"
          className="sr-only"
          accept="application/json,.json"
          disabled={busy}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onLook(file);
            event.target.value = '';
          }}
        />
      </label>
    </div>
  );
}
