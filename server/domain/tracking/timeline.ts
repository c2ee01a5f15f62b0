import { defineCommand, issue, type CommandCall, type JsonSchema } from '../../modules/module.ts';
import type { Carriers } from '../carriers/carriers.ts';
import { codeTable, type CodeRow } from './codes/meaning.ts';
import { asOwn, ownPackageSchema } from './own-packages.ts';
import { askAbout } from './poll.ts';
import { linkTo, parcelPage } from './public/links.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,19}$' };
const maybe: JsonSchema = { type: ['string', 'null'] };
const body: JsonSchema = {
  type: 'object',
  properties: { package: id, order: { ...id, description: 'All packages of an order, where no package is named.' } },
  examples: [{ order: '6001' }],
};

/** The most events of a package that are answered. */
const maxEvents = 300;
const maxPackages = 50;

async function packagesOf(call: CommandCall) {
  const { package: one, order } = call.body as { package?: string; order?: string };
  if (!one && !order) return call.refuse(issue('required', 'package'));
  return call.list('package', one ? { id: one } : { order: order as string }, maxPackages);
}

/** Everything that is known of where packages were, the newest first, each event with what it means. */
export const timeline = defineCommand({
  path: 'Tracking/timeline',
  body,
  needs: { entity: 'track-event', code: 'read' },
  perMinute: 300,
  answer: {
    type: 'object',
    required: ['packages'],
    properties: {
      packages: {
        type: 'array',
        items: {
          ...ownPackageSchema,
          properties: {
            ...(ownPackageSchema['properties'] as Record<string, JsonSchema>),
            link: { type: 'string', description: 'Where anybody who is given it may follow the parcel.' },
            events: {
              type: 'array',
              items: {
                type: 'object',
                required: ['id', 'at', 'localTime', 'text', 'state', 'ahead'],
                properties: {
                  ...{ id, at: { type: 'string' }, localTime: { type: 'string' }, offset: maybe, code: maybe },
                  ...{
                    text: { type: 'string' },
                    place: { type: 'string' },
                    state: { type: 'string' },
                    exception: maybe,
                    ahead: { type: 'boolean', description: 'Dated far in the future: not counted.' },
                  },
                },
              },
            },
          },
        },
      },
    },
    examples: [{ packages: [] }],
  },
  async run(call) {
    const packages = await packagesOf(call);
    const codes = codeTable(
      await call.read<CodeRow>(
        `SELECT carrier, section, code, category, "exceptionType", coalesce(correction, false) AS correction
           FROM tracking_status_code`,
        [],
      ),
    );
    const told = await Promise.all(
      packages.map((row) => call.list('track-event', { package: String(row['id']), sort: '-at' }, maxEvents)),
    );
    return {
      packages: packages.map((row, at) => ({
        ...asOwn(row),
        link: `${parcelPage}?t=${linkTo(call.services, call.tenant, 'parcel', String(row['id']))}`,
        events: (told[at] ?? []).map((event) => eventOf(event, codes)),
      })),
    };
  },
});

const word = (value: unknown): string => (typeof value === 'string' ? value : '');

function eventOf(event: Readonly<Record<string, unknown>>, codes: ReturnType<typeof codeTable>) {
  const [code, text] = [word(event['code']), word(event['text'])];
  const { state, exception } = codes.read({
    ...{ carrierCode: word(event['carrierCode']), type: word(event['type']), code, text },
  });
  const place = [event['city'], event['state'], event['country']].map(word).filter(Boolean).join(', ');
  return {
    ...{ id: String(event['id']), at: word(event['at']), localTime: word(event['localTime']) },
    ...{
      offset: word(event['offset']) || null,
      code: code || null,
      text,
      place,
      state,
      exception,
      ahead: event['ahead'] === true,
    },
  };
}

const dueSql = `UPDATE tracking.work w SET locked_until = now() + interval '5 minutes', retired_at = NULL
   FROM package p
  WHERE p.tenant_id = w.tenant_id AND p.id = w.package AND w.tenant_id = $1 AND w.package = ANY ($2::bigint[])
    AND w.account IS NOT NULL AND coalesce(w.locked_until, '-infinity') < now()
    AND coalesce(w.asked_at, '-infinity') < now() - interval '1 minute'
  RETURNING p.id::text AS id, p."trackingNo", p.status, p."carrierCode" AS carrier, w.account::text AS account`;

/** Polls the carrier now, but for one package at most once a minute. */
export const refresh = (carriers: Carriers) =>
  defineCommand({
    path: 'Tracking/refresh',
    body,
    needs: { entity: 'track-event', code: 'read' },
    perMinute: 20,
    answer: {
      type: 'object',
      required: ['asked'],
      properties: { asked: { type: 'integer', description: 'How many packages the carrier was asked about.' } },
      examples: [{ asked: 1 }],
    },
    async run(call) {
      const { services, tenant } = call;
      const ids = (await packagesOf(call)).map((row) => String(row['id']));
      const due = await services.query<Due>(dueSql, [tenant, ids]);
      for (const account of new Set(due.map((each) => each.account)))
        await askAbout(
          { services, carriers },
          { tenant, account },
          due.filter((each) => each.account === account),
        );
      return { asked: due.length };
    },
  });

interface Due {
  readonly id: string;
  readonly trackingNo: string;
  readonly status: string;
  readonly carrier: string;
  readonly account: string;
}
