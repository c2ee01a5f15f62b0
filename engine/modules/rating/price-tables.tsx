import { Select } from 'antd';
import { useState } from 'react';
import { useWords } from './wording.ts';

/** One service of a price list, as `POST /api/Rate/priceList` answers it. */
export interface ListedService {
  channel: { id: string; name: string };
  service: { id: string; name: string };
  currency?: string;
  unit: string;
  reason?: string;
  tables: {
    kind: 'table' | 'multiweight';
    zones: string[];
    rows: {
      to: string;
      above: boolean;
      packaging?: 'letter' | 'pak';
      cells: ({ amount: number | null; text: string } | null)[];
    }[];
  }[];
  fixed: { name: string; weight: string; amount: number }[];
  surcharges: { category: string; name: string; amount: string }[];
  fuel: string | null;
  least: string | null;
  share: string | null;
}

/** The tables of one service at a time: zones across, weights down, and below them what may come on top. */
export function PriceTables({ services }: { services: readonly ListedService[] }) {
  const t = useWords();
  const [chosen, setChosen] = useState('');
  const first = services.find(({ reason }) => reason === undefined) ?? services[0];
  const shown = services.find(({ service }) => service.id === chosen) ?? first;
  if (!shown) return null;
  const { service, channel, reason, currency = '', unit, fuel, least, share, tables, fixed, surcharges } = shown;
  const name = `${service.name} · ${channel.name}`;
  return (
    <section className="price-service" aria-label={name}>
      <label className="price-choice">
        <span>{t('offer.service')}</span>
        <Select
          showSearch
          optionFilterProp="label"
          value={service.id}
          aria-label={t('offer.service')}
          options={services.map((each) => ({
            value: each.service.id,
            label: `${each.service.name} · ${each.channel.name}`,
          }))}
          onChange={setChosen}
        />
      </label>
      {reason === undefined ? (
        <p className="rate-hint">
          {t('rating.list.in', { currency, unit })} {fuel === null ? '' : t('rating.list.fuel', { percent: fuel })}{' '}
          {least === null ? '' : t('rating.list.least', { amount: least })}
          {share === null ? '' : t('rating.list.share', { percent: share })}
        </p>
      ) : (
        <p className="rate-hint" role="status">
          {reason}
        </p>
      )}
      {tables.map((table) => (
        <ZoneTable key={table.kind} table={table} unit={unit} name={name} />
      ))}
      {fixed.length > 0 ? (
        <PlainTable
          caption={t('list.fixed')}
          heads={[t('rating.list.name'), t('rating.list.upTo', { unit }), t('rating.list.amount')]}
          rows={fixed.map((each) => [each.name, each.weight, each.amount.toFixed(2)])}
        />
      ) : null}
      {surcharges.length > 0 ? (
        <PlainTable
          caption={t('list.surcharges')}
          heads={[t('rating.list.category'), t('rating.list.name'), t('rating.list.amount')]}
          rows={surcharges.map((each) => [each.category, each.name, each.amount])}
        />
      ) : null}
    </section>
  );
}

function ZoneTable({ table, unit, name }: { table: ListedService['tables'][number]; unit: string; name: string }) {
  const t = useWords();
  const { kind, zones, rows } = table;
  return (
    // A wide table is moved sideways by itself, by the keyboard too.
    <div className="price-frame" tabIndex={0} role="group" aria-label={`${name} ${t(`list.${kind}`)}`}>
      <table className="price-table">
        <caption>{t(`list.${kind}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t('rating.list.upTo', { unit })}</th>
            {zones.map((zone) => (
              <th key={zone} scope="col">
                {t('list.zone', { zone })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ to, above, packaging, cells }) => (
            <tr key={`${to} ${above} ${packaging}`}>
              <th scope="row">{packaging ? t(`rating.list.${packaging}`, { to }) : above ? `> ${to}` : to}</th>
              {cells.map((cell, at) => (
                <td key={zones[at]}>{cell?.text ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PlainTable({ caption, heads, rows }: { caption: string; heads: string[]; rows: string[][] }) {
  return (
    <div className="price-frame" tabIndex={0} role="group" aria-label={caption}>
      <table className="price-table is-plain">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at}>
              {cells.map((cell, column) => (
                <td key={heads[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
