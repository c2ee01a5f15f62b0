import { Alert } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  errorMessage,
  newKey,
  saveFile,
  Skeleton,
  useCulture,
  useOwnCalls,
  type Given,
  WireError,
} from '../../engine/kit/index.ts';
import { PickMany } from '../panels/parts.tsx';
import '../panels/panels.css';
import '../review/review.css';
import { useAnswer } from '../tools/use-answer.ts';
import { bundleOf, chosenOf, keyOf, nameOf, partsOf, type Bundle } from './bundle-parts.ts';
import { DryRun, type DryAnswer, type PromoteRequest } from './dry-run.tsx';

/** Schemas from one deployment to another: chosen parts as a file, and a file into here after a dry run, whole or not at all. */
export function Promote({ onDone }: { onDone: () => void }) {
  return (
    <div className="promote">
      <Out />
      <In onDone={onDone} />
    </div>
  );
}

/** Which parts of a bundle go; all of them at first. */
function useChosen(bundle: Bundle | null) {
  const culture = useCulture();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const parts = bundle ? partsOf(bundle) : [];
  const chosen = parts.map(keyOf).filter((key) => !left.has(key));
  return {
    chosen: new Set(chosen),
    choices: parts.map((part) => ({ value: keyOf(part), label: nameOf(part, culture) })),
    values: chosen,
    choose: (values: readonly string[]) => setLeft(new Set(parts.map(keyOf).filter((key) => !values.includes(key)))),
  };
}

function Out() {
  const { t } = useTranslation('designer');
  const { ask } = useOwnCalls();
  const { answer, error } = useAnswer(useCallback(async () => bundleOf(await ask('schemaBundle', {})), [ask]));
  const { chosen, choices, values, choose } = useChosen(answer);
  if (!answer) return error ? <Alert type="error" showIcon message={errorMessage(error)} /> : <Skeleton shape="form" />;
  const save = () =>
    saveFile({
      name: `schemas-${new Date().toISOString().slice(0, 10)}.json`,
      blob: new Blob([JSON.stringify(chosenOf(answer, chosen), null, 2)], { type: 'application/json' }),
    });
  return (
    <section className="panel-card" aria-label={t('promote.out')}>
      <h2>{t('promote.out')}</h2>
      {choices.length === 0 ? (
        <p className="panel-hint">{t('promote.nothing')}</p>
      ) : (
        <>
          <PickMany label={t('promote.parts')} values={values} choices={choices} onChange={choose} />
          <button type="button" className="button" disabled={chosen.size === 0} onClick={save}>
            {t('promote.save', { count: chosen.size })}
          </button>
        </>
      )}
    </section>
  );
}

/** A bundle that was chosen, its dry run, and bringing it here. */
function useBringing(onDone: () => void) {
  const { t } = useTranslation('designer');
  const own = useOwnCalls();
  const [bundle, setBundle] = useState<Bundle | null>(null);
  const [dry, setDry] = useState<{ bundle: Bundle; answer: DryAnswer } | null>(null);
  const [outcome, setOutcome] = useState<{ kind: 'error' | 'success'; text: string } | null>(null);
  const work = async (what: () => Promise<void>) => {
    setOutcome(null);
    await what().catch((error: unknown) =>
      setOutcome({ kind: 'error', text: error instanceof SyntaxError ? t('review.notJson') : refusalOf(error) }),
    );
  };
  const send = (body: { bundle: Bundle; dryRun: boolean } & Partial<PromoteRequest>) =>
    own.send('applySchemaBundle', body as object as Given<'applySchemaBundle'>, newKey());
  return {
    ...{ bundle, dry, outcome },
    forget: () => setDry(null),
    read: (file: File | undefined) =>
      work(async () => {
        if (!file) return;
        const found = bundleOf(JSON.parse(await file.text()));
        setDry(null);
        setBundle(found);
        if (!found) setOutcome({ kind: 'error', text: t('review.notJson') });
      }),
    look: (part: Bundle) =>
      work(async () => setDry({ bundle: part, answer: (await send({ bundle: part, dryRun: true })) as DryAnswer })),
    bring: (part: Bundle, request: PromoteRequest) =>
      work(async () => {
        await send({ ...request, bundle: part, dryRun: false });
        setBundle(null);
        setDry(null);
        setOutcome({ kind: 'success', text: t('review.bundleDone') });
        onDone();
      }),
  };
}

function In({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('designer');
  const { bundle, dry, outcome, forget, read, look, bring } = useBringing(onDone);
  const { chosen, choices, values, choose } = useChosen(bundle);
  const pick = (next: readonly string[]) => {
    forget();
    choose(next);
  };
  return (
    <section className="panel-card" aria-label={t('promote.in')}>
      <h2>{t('promote.in')}</h2>
      <p className="panel-hint">{t('promote.inHint')}</p>
      <label className="button">
        {t('promote.file')}
        <input
          type="file"
          className="sr-only"
          accept="application/json,.json"
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      {bundle ? (
        <>
          <PickMany label={t('promote.parts')} values={values} choices={choices} onChange={pick} />
          <button
            type="button"
            className="button"
            disabled={chosen.size === 0}
            onClick={() => void look(chosenOf(bundle, chosen))}
          >
            {t('promote.dry')}
          </button>
        </>
      ) : null}
      {outcome ? <Alert type={outcome.kind} showIcon message={outcome.text} /> : null}
      {dry ? <DryRun {...dry} onPublish={(request) => bring(dry.bundle, request)} /> : null}
    </section>
  );
}

/** Every reason, for a bundle is refused whole. */
const refusalOf = (error: unknown): string =>
  [
    errorMessage(error),
    ...(error instanceof WireError ? error.issues.map(({ path, message }) => `${path}: ${message}`) : []),
  ].join(' ');
