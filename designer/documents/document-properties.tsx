import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  documentBlockKeys,
  isAmount,
  paperSizes,
  type Command,
  type DocumentBlockKind,
  type DocumentBlockMeta,
  type Entity,
} from '../../engine/core/index.ts';
import { entityLabels, useCultures, useEntity } from '../../engine/kit/index.ts';
import { AddPick, Labelled, Pick, PickMany, useDraftEntity, usePartWords, useRun } from '../panels/parts.tsx';
import { useDesigner, useDesignerStore } from '../store.ts';
import { labelAt, useWord } from '../use-designer-words.ts';
import {
  amountFields,
  blockCommands,
  printableFields,
  removeDocumentCommands,
  sourceKey,
  tableSources,
  textKeyOf,
  type TableSource,
} from './document-moves.ts';
import type { DocumentSide } from './document-palette.tsx';

/** What is said of the chosen block, or of the document itself while none is chosen. */
export function DocumentProperties(side: DocumentSide) {
  const entity = useDraftEntity();
  const block = side.document.blocks[side.at];
  if (!entity) return null;
  return block ? <BlockProperties {...side} block={block} entity={entity} /> : <DocumentSettings {...side} />;
}

function DocumentSettings({ name, document, onChoose }: DocumentSide) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const run = useRun();
  const word = useWord();
  const label = word(`documents.${name}`) ?? name;
  return (
    <section className="properties" aria-label={t('designer.properties')}>
      <h2>{t(document.medium ? 'documents.mail' : 'documents.document')}</h2>
      <TextInEach textKey={`documents.${name}`} label={t('documents.name')} />
      {document.medium ? null : (
        <Pick
          label={t('documents.paper')}
          value={document.paper ?? 'A4'}
          choices={paperSizes.map((value) => ({ value, label: t(`documents.paper.${value}`) }))}
          onChange={(value) =>
            run(t('designer.step.option', { name: label, option: t('documents.paper') }), [
              { do: 'set', at: `documents.${name}.paper`, value },
            ])
          }
        />
      )}
      <button
        type="button"
        className="button is-danger"
        onClick={() => {
          onChoose(null);
          run(t('designer.step.remove', { name: label }), removeDocumentCommands(store.getState().document, name));
        }}
      >
        {t(document.medium ? 'documents.removeMail' : 'documents.remove')}
      </button>
    </section>
  );
}

type BlockSide = DocumentSide & { readonly block: DocumentBlockMeta; readonly entity: Entity };

function BlockProperties(side: BlockSide) {
  const { t } = useTranslation('designer');
  const { name, document, at, block, entity } = side;
  const run = useRun();
  const words = usePartWords();
  const keys = documentBlockKeys(block.kind);
  const label = t(`documents.kind.${block.kind}`);
  const change = (next: Partial<DocumentBlockMeta>) =>
    void run(t('documents.step.change', { name: label }), blockCommands({ name, document }, at, next));
  const choicesOf = (names: readonly string[]) => names.map((value) => ({ value, label: words.field(value) }));
  const isText = isOf(block.kind, ['text', 'terms', 'heading', 'subject', 'button']);
  const textKey = textKeyOf(name, block.block);
  return (
    <section className="properties" aria-label={t('designer.properties')}>
      <h2>{label}</h2>
      <p className="panel-hint">{t(`documents.kindNote.${block.kind}`)}</p>
      {block.kind === 'logo' || block.kind === 'pageNumber' ? null : (
        <TextInEach
          textKey={textKey}
          label={t(isText ? 'documents.text' : 'documents.title')}
          {...(isText ? { rows: isOf(block.kind, ['text', 'terms']) ? 5 : 2 } : {})}
        />
      )}
      {isText ? <InsertField textKey={textKey} choices={choicesOf(printableFields(entity))} /> : null}
      {keys.includes('fields') ? (
        <PickMany
          label={t('documents.fields')}
          values={block.fields ?? []}
          choices={choicesOf(printableFields(entity))}
          onChange={(fields) => change({ fields })}
        />
      ) : null}
      {block.kind === 'amount' ? (
        <Pick
          label={t('documents.amount')}
          value={block.field ?? ''}
          choices={choicesOf(amountFields(entity))}
          onChange={(field) => change({ field })}
        />
      ) : null}
      {keys.includes('url') ? (
        <Labelled label={t('documents.url')} hint={t('documents.urlNote')}>
          {({ id }) => (
            <TextLine
              {...{ id, rows: undefined, lang: 'en', value: block.url ?? '' }}
              onSave={(url) => change({ url: url.trim() || undefined } as Partial<DocumentBlockMeta>)}
            />
          )}
        </Labelled>
      ) : null}
      {block.kind === 'table' ? <TableOptions {...side} onChange={change} /> : null}
    </section>
  );
}

const isOf = (kind: DocumentBlockKind, kinds: readonly DocumentBlockKind[]): boolean => kinds.includes(kind);

/** Puts a field's place at the end of a text, in every language that has one. */
function InsertField({ textKey, choices }: { textKey: string; choices: { value: string; label: string }[] }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const run = useRun();
  const insert = (field: string) => {
    const { texts } = store.getState().document;
    const own = store.getState().culture;
    const commands = Object.keys(texts).flatMap((culture): Command[] => {
      const text = labelAt(texts[culture], textKey);
      if (text === undefined && culture !== own) return [];
      return [{ do: 'text', culture, key: textKey, value: [text, `{${field}}`].filter(Boolean).join(' ') }];
    });
    run(t('documents.step.change', { name: t('documents.text') }), commands);
  };
  return <AddPick label={t('documents.insert')} choices={choices} onAdd={insert} />;
}

function TableOptions({
  block,
  entity,
  onChange,
}: BlockSide & { onChange: (next: Partial<DocumentBlockMeta>) => void }) {
  const { t } = useTranslation('designer');
  const others = useDesigner((state) => state.others);
  const words = usePartWords();
  const sources = tableSources(entity, others);
  const source = sources.find(({ key }) => key === sourceKey(block));
  const nameOf = ({ part }: TableSource) =>
    part.entity
      ? (others.find((each) => each.entity === part.entity)?.name ?? part.entity)
      : words.field(part.field ?? '');
  return (
    <>
      <Pick
        label={t('documents.rows')}
        value={sourceKey(block)}
        choices={sources.map((each) => ({ value: each.key, label: nameOf(each) }))}
        onChange={(key) => {
          const next = sources.find((each) => each.key === key);
          const none = { field: undefined, entity: undefined, by: undefined, totals: undefined };
          if (next)
            onChange({ ...none, ...next.part, columns: next.columns.slice(0, 5) } as Partial<DocumentBlockMeta>);
        }}
      />
      {source?.part.entity ? (
        <RelatedColumns
          path={others.find((each) => each.entity === source.part.entity)?.path ?? ''}
          {...{ block, source, onChange }}
        />
      ) : source ? (
        <LineColumns {...{ block, source, entity, onChange }} />
      ) : null}
    </>
  );
}

interface Columns {
  readonly block: DocumentBlockMeta;
  readonly source: TableSource;
  readonly onChange: (next: Partial<DocumentBlockMeta>) => void;
}

function LineColumns({ entity, ...props }: Columns & { entity: Entity }) {
  const word = useWord();
  const { field = '' } = props.source.part;
  const lines = entity.byName.get(field)?.lines ?? [];
  const sums = lines.filter(isAmount).map(({ name }) => name);
  return <ColumnPicks {...props} sums={sums} label={(name) => word(`lines.${field}.${name}`) ?? name} />;
}

function RelatedColumns({ path, ...props }: Columns & { path: string }) {
  const { entity, answer } = useEntity(path);
  if (!entity || !answer) return null;
  const labels = entityLabels(answer);
  const sums = entity.fields.filter(isAmount).map(({ name }) => name);
  return <ColumnPicks {...props} sums={sums} label={(name) => labels.field(name)} />;
}

function ColumnPicks({
  block,
  source,
  sums,
  label,
  onChange,
}: Columns & { sums: readonly string[]; label: (name: string) => string }) {
  const { t } = useTranslation('designer');
  const columns = block.columns ?? [];
  const choices = (names: readonly string[]) => names.map((value) => ({ value, label: label(value) }));
  const summed = columns.filter((name) => sums.includes(name));
  return (
    <>
      <PickMany
        label={t('documents.columns')}
        values={columns}
        choices={choices(source.columns)}
        onChange={(next) => next.length > 0 && onChange({ columns: next.slice(0, 10) })}
      />
      {summed.length > 0 ? (
        <PickMany
          label={t('documents.totals')}
          values={block.totals ?? []}
          choices={choices(summed)}
          onChange={(totals) => onChange({ totals })}
        />
      ) : null}
    </>
  );
}

/** One text in every language, each saved when it is left. */
function TextInEach({ textKey, label, rows }: { textKey: string; label: string; rows?: number }) {
  const { t } = useTranslation('designer');
  const cultures = useCultures();
  const run = useRun();
  const texts = useDesigner((state) => state.document.texts);
  return cultures.map(({ code, name }) => (
    <Labelled key={code} label={t('screens.textIn', { label, language: name })}>
      {({ id }) => (
        <TextLine
          {...{ id, rows, lang: code, value: labelAt(texts[code], textKey) ?? '' }}
          onSave={(text) =>
            run(t('documents.step.change', { name: label }), [
              { do: 'text', culture: code, key: textKey, value: text.trim() || null },
            ])
          }
        />
      )}
    </Labelled>
  ));
}

interface TextLineProps {
  readonly id: string;
  readonly lang: string;
  readonly rows: number | undefined;
  readonly value: string;
  readonly onSave: (text: string) => void;
}

function TextLine({ id, lang, rows, value, onSave }: TextLineProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const common = { id, lang, value: text, size: 'small', onBlur: () => text !== value && onSave(text) } as const;
  return rows ? (
    <Input.TextArea {...common} rows={rows} maxLength={2000} onChange={({ target }) => setText(target.value)} />
  ) : (
    <Input {...common} maxLength={200} onChange={({ target }) => setText(target.value)} />
  );
}
