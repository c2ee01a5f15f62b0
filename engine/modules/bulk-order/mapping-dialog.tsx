import { Modal, Select } from 'antd';
import { useState } from 'react';
import { groups, type SheetColumn } from './columns.ts';
import { useWords } from './wording.ts';

/** A table whose headings have to be understood. */
export interface Table {
  readonly name: string | null;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly mapping: readonly (string | null)[];
}

interface Props {
  table: Table;
  columns: readonly SheetColumn[];
  onTake(mapping: readonly (string | null)[]): void;
  onClose(): void;
}

/** Where each column of a file goes: what its headings mean is filled in, and what was said before is remembered. */
export function MappingDialog({ table, columns, onTake, onClose }: Props) {
  const t = useWords();
  const [mapping, setMapping] = useState(table.mapping);
  const count = mapping.filter((id) => id !== null).length;
  const options = (own: string | null) =>
    groups.map((group) => ({
      label: t(`group.${group}`),
      options: columns
        .filter((column) => column.group === group && (column.id === own || !mapping.includes(column.id)))
        .map(({ id, label }) => ({ value: id, label })),
    }));
  return (
    <Modal
      open
      centered
      width={760}
      title={table.name === null ? t('map.title') : t('map.titleOf', { name: table.name })}
      okText={t('map.take', { count: table.rows.length })}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: count === 0 }}
      onOk={() => onTake(mapping)}
      onCancel={onClose}
    >
      <p className="bulk-map-note">{t('map.note', { count, of: table.header.length })}</p>
      <div className="bulk-map-scroll">
        <table className="bulk-map">
          <thead>
            <tr>
              <th scope="col">{t('map.heading')}</th>
              <th scope="col">{t('map.example')}</th>
              <th scope="col">{t('map.column')}</th>
            </tr>
          </thead>
          <tbody>
            {table.header.map((heading, at) => (
              <tr key={at} data-open={mapping[at] === null}>
                <th scope="row">{heading || t('map.noHeading', { at: at + 1 })}</th>
                <td>{table.rows.find((cells) => (cells[at] ?? '').trim() !== '')?.[at] ?? ''}</td>
                <td>
                  <Select
                    allowClear
                    showSearch
                    optionFilterProp="label"
                    value={mapping[at] ?? null}
                    placeholder={t('map.leftOut')}
                    aria-label={t('map.columnOf', { heading: heading || String(at + 1) })}
                    options={options(mapping[at] ?? null)}
                    onChange={(id: string | undefined) => setMapping(mapping.with(at, id ?? null))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  );
}
