import FormCollapse, { type IFormCollapse } from '@formily/antd-v5/esm/form-collapse';
import FormStep from '@formily/antd-v5/esm/form-step';
import FormTab from '@formily/antd-v5/esm/form-tab';
import { observer, useFieldSchema } from '@formily/react';
import { Button } from 'antd';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SectionLayout } from '../../../core/index.ts';
import './form-group.css';
import { useFormIssues, useFormTools } from '../controls/form-tools.tsx';

/** Neighbouring sections that share tabs, panels or steps. The parts are Formily's; what they show and open is ours. */
export default function FormGroup({ kind }: { kind: SectionLayout }) {
  const Group = groups[kind];
  return (
    <div className="form-section form-group" data-kind={kind}>
      <Group />
    </div>
  );
}

interface Pane {
  readonly key: string;
  readonly names: readonly string[];
}

function usePanes(): readonly Pane[] {
  const schema = useFieldSchema();
  return useMemo(
    () =>
      Object.entries(schema.properties ?? {}).map(([key, pane]) => ({
        key,
        names: Object.values(pane.properties ?? {}).flatMap(
          (section) => (section['x-component-props'] as { names?: readonly string[] } | undefined)?.names ?? [],
        ),
      })),
    [schema],
  );
}

/** Lets the error summary open the pane of a field before it goes there. */
function useOpening(panes: readonly Pane[], open: (pane: Pane, at: number) => void): void {
  const { panes: known } = useFormTools();
  useEffect(() => {
    const names = panes.flatMap((pane, at) =>
      pane.names.map((name) => {
        known.set(name, () => open(pane, at));
        return name;
      }),
    );
    return () => names.forEach((name) => known.delete(name));
  }, [panes, open, known]);
}

const Tabs = observer(function Tabs() {
  const panes = usePanes();
  // A form that changes under an open page keeps the tab that its reader is at.
  const [tabs] = useState(() => FormTab.createFormTab(panes[0]?.key));
  const isThere = panes.some(({ key }) => key === tabs.activeKey);
  useEffect(() => {
    if (!isThere) tabs.setActiveKey(panes[0]?.key ?? '');
  }, [isThere, panes, tabs]);
  const open = useMemo(
    () =>
      ({ key }: Pane) =>
        tabs.setActiveKey(key),
    [tabs],
  );
  useOpening(panes, open);
  return <FormTab formTab={tabs} animated={false} more={{ icon: <span aria-hidden="true">…</span> }} />;
});

const Panels = observer(function Panels() {
  const panes = usePanes();
  const [panels] = useState(() => FormCollapse.createFormCollapse(panes.slice(0, 1).map(({ key }) => key)));
  const open = useMemo(
    () =>
      ({ key }: Pane) =>
        panels.addActiveKey(key),
    [panels],
  );
  useOpening(panes, open);
  return <FormCollapse formCollapse={panels as IFormCollapse} ghost bordered={false} />;
});

/** Steps that lead on only when nothing that has been looked at is wrong in the one that is shown. */
const Steps = observer(function Steps() {
  const { t } = useTranslation();
  const id = useId();
  const tools = useFormTools();
  const issues = useFormIssues();
  const panes = usePanes();
  const [steps] = useState(() => FormStep.createFormStep(0));
  const open = useMemo(() => (_: Pane, at: number) => steps.setCurrent(at), [steps]);
  useOpening(panes, open);
  const [requested, setRequested] = useState<number | null>(null);
  const { current } = steps;
  const names = panes[current]?.names ?? [];
  const wrong = issues.some(({ path }) => names.includes(/^[^.[]*/.exec(path)?.[0] ?? ''));
  useEffect(() => {
    // Faults of fields that have just been touched are known once the form has been drawn again.
    if (requested === null) return;
    if (!wrong) steps.setCurrent(requested);
    setRequested(null);
  }, [requested, wrong, steps]);
  const goOn = () => {
    names.forEach(tools.touch);
    setRequested(current + 1);
  };
  return (
    <div role="group" aria-labelledby={id}>
      <p className="form-group-step" id={id} aria-live="polite">
        {t('form.step', { step: current + 1, count: panes.length })}
      </p>
      <FormStep formStep={steps} size="small" />
      <div className="form-group-moves">
        <Button disabled={current === 0} onClick={() => steps.setCurrent(current - 1)}>
          {t('form.back')}
        </Button>
        <Button disabled={current >= panes.length - 1} onClick={goOn}>
          {t('form.next')}
        </Button>
      </div>
    </div>
  );
});

const groups = { tab: Tabs, collapse: Panels, step: Steps } as const;
