import { CloseOutlined } from '@ant-design/icons';
import { Select } from 'antd';
import { useCallback, useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { sortKeys, type Command, type Issue } from '../../engine/core/index.ts';
import {
  entityLabels,
  FieldHostProvider,
  GridArranger,
  isTypeShown,
  useDataClient,
  useFieldHostOf,
  type WireRecord,
} from '../../engine/kit/index.ts';
import { ListViews } from '../panels/list-views.tsx';
import { MoveButtons } from '../panels/move-buttons.tsx';
import { useDesigner, useDesignerStore } from '../store.ts';
import { useWorkspace } from '../tools/workbench.ts';
import { useIssueLine, labelAt } from '../use-designer-words.ts';
import { WorkspaceFrame } from './workspace.tsx';
import { answerOf, entityOf, usePublishedAnswer } from '../form/canvas-host.ts';

const uses = ['columns', 'filters', 'search', 'totals'] as const;
type Use = (typeof uses)[number];

/** The list of an entity: its columns in order, what people may filter, search and add up, its sort and its views. */
export default function ListTab() {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const announce = useWorkspace((workspace) => workspace.announce);
  const line = useIssueLine();
  const document = useDesigner((state) => state.document);
  const culture = useDesigner((state) => state.culture);
  const others = useDesigner((state) => state.others);
  const live = usePublishedAnswer();
  const rows = useRows(live?.meta.path);
  const entity = entityOf(document.meta);
  const answer = useMemo(() => answerOf({ document, culture, others }, live), [document, culture, others, live]);
  const ready = useMemo(() => ({ entity, answer }), [entity, answer]);
  const host = useFieldHostOf(ready);
  const words = useMemo(() => entityLabels(answer), [answer]);
  const { list } = document.meta;

  const run = useCallback(
    (name: string, commands: readonly Command[], done = name): readonly Issue[] => {
      const issues = store.getState().run(name, commands);
      announce(issues.length > 0 ? issues.map(line).join(' ') : done);
      return issues;
    },
    [store, announce, line],
  );
  const reorder = useCallback(
    (names: string[]) => run(t('designer.step.columns'), [{ do: 'set', at: 'list.columns', value: names }]),
    [run, t],
  );
  const pick = useCallback((name: string) => store.getState().select([`fields.${name}`]), [store]);
  if (!host) return null;
  return (
    <FieldHostProvider host={host}>
      <WorkspaceFrame
        start={{
          label: t('designer.columns'),
          body: (
            <>
              <ColumnOrder names={list.columns} label={words.field} run={run} />
              <SortPicker sort={list.sort ?? ''} run={run} />
            </>
          ),
        }}
        end={{ label: t('designer.views'), body: <ListViews run={run} /> }}
      >
        <div className="canvas-scroll">
          <section className="list-canvas" aria-label={t('designer.canvas')}>
            <div className="list-canvas-grid">
              <GridArranger entity={entity} words={words} rows={rows} onOrder={reorder} onPick={pick} />
            </div>
            <p className="form-item-help">{rows.length > 0 ? t('designer.listNote') : t('designer.listEmpty')}</p>
          </section>
          <FieldUses run={run} />
        </div>
      </WorkspaceFrame>
    </FieldHostProvider>
  );
}

/** Some records as they are now, for show; a new entity has none. */
function useRows(path: string | undefined): readonly WireRecord[] {
  const client = useDataClient();
  const [rows, setRows] = useState<readonly WireRecord[]>(noRows);
  useEffect(() => {
    if (path === undefined) return;
    const abort = new AbortController();
    // Without rows the heads alone are shown.
    client.page(path, { pageNo: '1', pageSize: '20' }, abort.signal).then(
      (page) => setRows(page.rows),
      () => undefined,
    );
    return () => abort.abort();
  }, [client, path]);
  return rows;
}
const noRows: readonly WireRecord[] = [];

type Run = (name: string, commands: readonly Command[], done?: string) => readonly Issue[];

/** The columns in order; Alt with an arrow key moves one, as its buttons do. */
function ColumnOrder({ names, label, run }: { names: readonly string[]; label: (name: string) => string; run: Run }) {
  const { t } = useTranslation('designer');
  const selection = useDesigner((state) => state.selection);
  const select = useDesigner((state) => state.select);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= names.length) return;
    const name = label(names[from] ?? '');
    const before = to > from ? to + 1 : to;
    run(
      t('designer.step.move', { name }),
      [{ do: 'move', at: `list.columns[${from}]`, before: before >= names.length ? null : before }],
      t('designer.said.column', { name, place: to + 1 }),
    );
  };
  const remove = (index: number) => {
    if (names.length === 1) return;
    const name = label(names[index] ?? '');
    run(t('designer.step.remove', { name }), [{ do: 'remove', at: `list.columns[${index}]` }]);
  };
  const press = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Delete') remove(index);
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || !event.altKey) return;
    event.preventDefault();
    move(index, index + by);
  };
  return (
    <>
      <h2>{t('designer.columns')}</h2>
      <ol className="column-order">
        {names.map((name, index) => (
          <li key={name} data-chosen={selection.includes(`fields.${name}`) || undefined}>
            <button
              type="button"
              className="parts-item"
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
              onClick={() => select([`fields.${name}`])}
              onKeyDown={(event) => press(event, index)}
            >
              <span className="parts-label">{label(name)}</span>
            </button>
            <MoveButtons
              name={label(name)}
              index={index}
              count={names.length}
              fixed={names.length === 1}
              icon={<CloseOutlined aria-hidden />}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

function SortPicker({ sort, run }: { sort: string; run: Run }) {
  const { t } = useTranslation('designer');
  const meta = useDesigner((state) => state.document.meta);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const [key] = sortKeys(sort);
  const names = [
    ...Object.keys(meta.fields).filter((name) => isTypeShown(meta.fields[name]?.type)),
    'createdAt',
    'updatedAt',
  ];
  const put = (value: string) =>
    run(t('designer.step.sort'), value ? [{ do: 'set', at: 'list.sort', value }] : [{ do: 'remove', at: 'list.sort' }]);
  return (
    <>
      <h3 id="list-sort">{t('designer.sort')}</h3>
      <Select
        size="small"
        showSearch
        allowClear
        optionFilterProp="label"
        aria-labelledby="list-sort"
        value={key ?? null}
        options={names.map((name) => ({
          value: name,
          label: labelAt(words, `fields.${name}`) ?? t(`given.${name}`, { defaultValue: name }),
        }))}
        onChange={(name: string | null) => put(name ? (sort.startsWith('-') ? `-${name}` : name) : '')}
      />
      {key ? (
        <label className="properties-changed">
          <input
            type="checkbox"
            checked={sort.startsWith('-')}
            onChange={(event) => put(event.target.checked ? `-${key}` : key)}
          />
          {t('designer.descending')}
        </label>
      ) : null}
    </>
  );
}

/** Which field is a column, a filter, searched in, added up: one table for all. */
function FieldUses({ run }: { run: Run }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const meta = useDesigner((state) => state.document.meta);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const [search, setSearch] = useState('');
  const [fault, setFault] = useState<{ at: string; words: string } | null>(null);
  const line = useIssueLine();
  const query = search.trim().toLowerCase();
  const label = (name: string) => labelAt(words, `fields.${name}`) ?? t(`given.${name}`, { defaultValue: name });
  const systemColumns = meta.workflow ? ['status', 'createdAt', 'updatedAt'] : ['createdAt', 'updatedAt'];
  const names = [...Object.keys(meta.fields).filter((name) => isTypeShown(meta.fields[name]?.type)), ...systemColumns];
  const shown = names.filter((name) => `${name} ${label(name)}`.toLowerCase().includes(query));
  const toggle = (use: Use, name: string) => {
    const command = toggled(store.getState().document.meta.list[use], use, name);
    const step = command.do === 'remove' ? 'designer.step.useOff' : 'designer.step.useOn';
    const issues = run(t(step, { name: label(name), use: t(`designer.use.${use}`) }), [command]);
    setFault(issues.length > 0 ? { at: `${use}.${name}`, words: issues.map(line).join(' ') } : null);
  };
  return (
    <section className="panel-card field-uses" aria-label={t('designer.fieldUses')}>
      <div className="field-uses-bar">
        <h2>{t('designer.fieldUses')}</h2>
        <input
          type="search"
          className="design-search"
          value={search}
          placeholder={t('designer.searchFields')}
          aria-label={t('designer.searchFields')}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('designer.fields')}</th>
            {uses.map((use) => (
              <th key={use} scope="col">
                {t(`designer.use.${use}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((name) => (
            <FieldRow key={name} name={name} label={label(name)} fault={fault} onToggle={(use) => toggle(use, name)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Takes a field out of those of a use, or puts it last. */
function toggled(listed: readonly string[] | undefined, use: Use, name: string): Command {
  const at = listed?.indexOf(name) ?? -1;
  if (at >= 0) return { do: 'remove', at: `list.${use}[${at}]` };
  return listed
    ? { do: 'set', at: `list.${use}[${listed.length}]`, value: name }
    : { do: 'set', at: `list.${use}`, value: [name] };
}

interface FieldRowProps {
  name: string;
  label: string;
  fault: { at: string; words: string } | null;
  onToggle: (use: Use) => void;
}

function FieldRow({ name, label, fault, onToggle }: FieldRowProps) {
  const { t } = useTranslation('designer');
  const list = useDesigner((state) => state.document.meta.list);
  return (
    <tr>
      <th scope="row">{label}</th>
      {uses.map((use) => (
        <td key={use}>
          <input
            type="checkbox"
            checked={list[use]?.includes(name) ?? false}
            aria-label={`${label}: ${t(`designer.use.${use}`)}`}
            onChange={() => onToggle(use)}
          />
          {fault?.at === `${use}.${name}` ? (
            <p className="field-fault" role="alert">
              {fault.words}
            </p>
          ) : null}
        </td>
      ))}
    </tr>
  );
}
