import { Segmented, Select, Switch } from 'antd';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { unwritable, visibleFields, type Entity, type Grant } from '../../engine/core/index.ts';
import {
  actorOf,
  clockIn,
  compileForm,
  createFormController,
  DeviceFrame,
  EmptyState,
  FieldHostProvider,
  formToolsOf,
  FormView,
  newKey,
  plainSections,
  startRecord,
  useCultures,
  useDataClient,
  useFieldHostOf,
  useThemePreference,
  useViewer,
  useWidgets,
  widgetIssue,
  type EntityAnswer,
  type WireRecord,
} from '../../engine/kit/index.ts';
import { answerOf, entityOf, usePublishedAnswer } from '../form/canvas-host.ts';
import { useDesigner } from '../store.ts';
import { PreviewFlow, PreviewList, PreviewRecord } from './preview-views.tsx';
import './preview.css';

/** Pixels. */
const devices = { phone: 390, tablet: 820, desktop: 1280 } as const;
type Device = keyof typeof devices;

/** What of the draft is looked at. */
const views = ['form', 'list', 'record', 'flow'] as const;
type View = (typeof views)[number];

const brightnessOf = (dark: boolean) => (dark ? ('dark' as const) : ('light' as const));

/** How the draft is looked at. */
interface Look {
  readonly culture: string;
  readonly role: string;
  readonly device: Device;
  readonly dark: boolean;
  /** Whether its form may be typed into. */
  readonly trying: boolean;
  readonly view: View;
  readonly record: WireRecord | null;
}

/**
 * The draft as a person with some role would have it, on a device of some width: its form, ready to be typed into, its list, the
 * page of a record and its flow. It begins with a real record. Nothing that is done in it is kept.
 */
export default function Preview({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('designer');
  const own = useThemePreference();
  const document = useDesigner((state) => state.document);
  const others = useDesigner((state) => state.others);
  const present = useDesigner((state) => state.culture);
  const live = usePublishedAnswer();
  const bar = useRef<HTMLElement>(null);
  const closing = useRef<HTMLButtonElement>(null);
  const [look, setLook] = useState<Look>({
    ...{ culture: present, role: 'admin', device: 'desktop', dark: own.brightness === 'dark' },
    ...{ trying: true, view: 'form', record: null },
  });
  const change = useCallback((part: Partial<Look>) => setLook((before) => ({ ...before, ...part })), []);
  const { culture, role, device, dark, trying, view, record } = look;
  const entity = entityOf(document.meta);
  const answer = useMemo(() => answerOf({ document, culture, others }, live), [document, culture, others, live]);
  const grants = useMemo(() => grantsOf(entity, role), [entity, role]);
  const preference = useMemo(() => ({ ...own, brightness: brightnessOf(dark) }), [own, dark]);
  const name = answer.texts.name;
  // A list that lies open takes the key for itself.
  const leave = ({ key, target }: KeyboardEvent<HTMLElement>) => {
    if (key === 'Escape' && target instanceof HTMLElement && target.ariaExpanded !== 'true') onClose();
  };
  return (
    <section className="preview" role="dialog" aria-modal="true" aria-label={t('designer.preview')} onKeyDown={leave}>
      <FocusEdge onFocus={() => closing.current?.focus()} />
      <header className="preview-bar" ref={bar}>
        <h2>{t('designer.preview')}</h2>
        <LookChoices look={look} path={live?.meta.path} onChange={change} />
        <button type="button" className="button" onClick={onClose} ref={closing} autoFocus>
          {t('ui.close')}
        </button>
      </header>
      <p className="preview-note">
        {t(view === 'form' && trying ? 'designer.previewTrying' : 'designer.previewReading')}
      </p>
      <div className="preview-stage">
        <DeviceFrame
          title={t('designer.previewOf', { name })}
          width={devices[device]}
          preference={preference}
          culture={culture}
        >
          <div className="preview-page">
            {grants.length > 0 ? (
              <PreviewBody
                {...{ view, entity, answer, grants, role, record, trying }}
                key={`${view} ${role} ${trying} ${record?.id}`}
              />
            ) : (
              <EmptyState kind="forbidden" title={t('ui.forbidden')} />
            )}
          </div>
        </DeviceFrame>
      </div>
      <FocusEdge onFocus={() => bar.current?.querySelector<HTMLElement>('input, button')?.focus()} />
    </section>
  );
}

interface LookChoicesProps {
  readonly look: Look;
  /** Where real records are read; undefined before the first publish. */
  readonly path: string | undefined;
  readonly onChange: (change: Partial<Look>) => void;
}

function LookChoices({ look, path, onChange }: LookChoicesProps) {
  const { t } = useTranslation('designer');
  const title = useDesigner((state) => state.document.meta.title);
  const roles = useDesigner((state) => state.roles);
  const cultures = useCultures();
  const pickRecord = useCallback((record: WireRecord | null) => onChange({ record }), [onChange]);
  return (
    <>
      <Segmented
        aria-label={t('designer.previewView')}
        value={look.view}
        onChange={(view) => onChange({ view })}
        options={views.map((each) => ({ value: each, label: t(`designer.view.${each}`) }))}
      />
      <RecordPicker path={path} title={title} record={look.record} onChange={pickRecord} />
      <Select
        aria-label={t('designer.previewRole')}
        value={look.role}
        onChange={(role) => onChange({ role })}
        popupMatchSelectWidth={false}
        options={roles.map(({ code, name: label }) => ({ value: code, label }))}
      />
      <Select
        aria-label={t('designer.culture')}
        value={look.culture}
        onChange={(culture) => onChange({ culture })}
        popupMatchSelectWidth={false}
        options={cultures.map(({ code, name: label }) => ({ value: code, label }))}
      />
      <Segmented
        aria-label={t('designer.previewDevice')}
        value={look.device}
        onChange={(device) => onChange({ device })}
        options={(Object.keys(devices) as Device[]).map((each) => ({
          value: each,
          label: t(`designer.device.${each}`),
        }))}
      />
      <Switched label={t('designer.previewDark')} on={look.dark} onChange={(dark) => onChange({ dark })} />
      {look.view === 'form' ? (
        <Switched label={t('designer.previewTry')} on={look.trying} onChange={(trying) => onChange({ trying })} />
      ) : null}
    </>
  );
}

/** The keyboard goes round in the preview: behind it lies the whole designer, out of sight. */
const FocusEdge = ({ onFocus }: { onFocus: () => void }) => (
  <span className="focus-edge" tabIndex={0} onFocus={onFocus} />
);

/** What a role template may do: an administrator everything, unless the declaration says otherwise. */
function grantsOf(entity: Entity, role: string): readonly Grant[] {
  const declared = entity.access[role];
  if (declared) return declared;
  return role === 'admin' ? [{ codes: entity.codes, rows: 'all', hide: [], readOnly: [] }] : [];
}

interface Previewed {
  readonly entity: Entity;
  readonly answer: EntityAnswer;
  readonly grants: readonly Grant[];
  readonly role: string;
  readonly record: WireRecord | null;
  readonly trying: boolean;
}

function PreviewBody({ view, ...previewed }: Previewed & { readonly view: View }) {
  if (view === 'form') return <PreviewForm {...previewed} />;
  if (view === 'flow') return <PreviewFlow />;
  return view === 'list' ? <PreviewList {...previewed} /> : <PreviewRecord {...previewed} />;
}

function PreviewForm({ entity, answer, grants, role, record, trying }: Previewed) {
  const client = useDataClient();
  const viewer = useViewer();
  const widgets = useWidgets();
  const id = useId().replace(/[^\w-]/g, '');
  const ready = useMemo(() => ({ entity, answer }), [entity, answer]);
  const host = useFieldHostOf(ready);
  const controller = useMemo(() => {
    const closed = unwritable(entity, grants, record ? 'edit' : 'add');
    return createFormController({
      entity,
      mode: record ? 'edit' : 'add',
      record: record ?? startRecord(entity),
      readOnly: trying ? [...closed] : entity.fields.map(({ name }) => name),
      widgetIssue: (field, value) => widgetIssue(widgets, field, value),
      client,
      actor: { ...actorOf(viewer), roles: [role] },
      clock: () => clockIn(viewer.tenant.timeZone),
      storage: nowhere,
      newKey,
      later: () => () => undefined,
    });
  }, [entity, grants, record, trying, client, viewer, role, widgets]);
  const schema = useMemo(() => {
    const seen = visibleFields(entity, grants)
      .map(({ field }) => field)
      .filter((field) => !field.system);
    const names = new Map(seen.map((field) => [field.name, field]));
    return compileForm(entity.meta.form ?? plainSections([...names.keys()]), names, entity.meta.formLayout);
  }, [entity, grants]);
  const tools = useMemo(() => (host ? formToolsOf({ id, host, run: controller }) : null), [id, host, controller]);
  if (!host || !tools) return null;
  return (
    <FieldHostProvider host={host}>
      <form
        className="form-body"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        aria-label={answer.texts.name}
      >
        <FormView form={controller.form} schema={schema} tools={tools} issues={noIssues} />
      </form>
    </FieldHostProvider>
  );
}
const noIssues: readonly never[] = [];

/** A preview keeps no drafts. */
const nowhere = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};

/** A real record to look at the draft with, the newest one at first, or none: a new one. */
function RecordPicker({
  path,
  title,
  record,
  onChange,
}: {
  path: string | undefined;
  title: string;
  record: WireRecord | null;
  onChange: (record: WireRecord | null) => void;
}) {
  const { t } = useTranslation('designer');
  const client = useDataClient();
  const [rows, setRows] = useState<{ code: string; value: string }[]>([]);
  const [search, setSearch] = useState('');
  useEffect(() => {
    if (path === undefined) return;
    const abort = new AbortController();
    // Without read permission, preview a new record.
    client.dropDown(path, search ? { searchValue: search } : {}, abort.signal).then(setRows, () => undefined);
    return () => abort.abort();
  }, [client, path, search]);
  useEffect(() => {
    if (path === undefined) return;
    const abort = new AbortController();
    client.page(path, { pageNo: '1', pageSize: '1' }, abort.signal).then(
      ({ rows: [newest] }) => newest && onChange(newest),
      () => undefined,
    );
    return () => abort.abort();
  }, [client, path, onChange]);
  const others = rows.filter(({ code }) => code !== record?.id);
  const chosen = record ? [{ code: record.id, value: String(record[`$${title}`] ?? record[title] ?? record.id) }] : [];
  const pick = (id: string | undefined) => {
    if (id === undefined || path === undefined) return onChange(null);
    client.detail(path, id).then(onChange, () => onChange(null));
  };
  return (
    <Select
      className="preview-record"
      showSearch
      allowClear
      filterOption={false}
      onSearch={setSearch}
      aria-label={t('designer.previewRecord')}
      placeholder={t('designer.previewNew')}
      popupMatchSelectWidth={false}
      value={record?.id ?? null}
      options={[...chosen, ...others].map(({ code, value }) => ({ value: code, label: value }))}
      onChange={pick}
    />
  );
}

function Switched({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  const id = useId();
  return (
    <span className="preview-switch">
      <Switch id={id} size="small" checked={on} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
