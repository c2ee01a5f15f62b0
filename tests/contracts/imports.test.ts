import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/entity-files.ts';
import { readSources, type SourceFile } from '../support/source-files.ts';

const core = 'engine/core/index.ts';
/** What modules and the designer see of the browser's building blocks. */
const kit = 'engine/kit/index.ts';
/** What a module of the server sees of it. */
const moduleFace = 'server/modules/module.ts';
const below = ['meta', 'fields', 'expression'].map((room) => `engine/core/${room}`);
const floor = ['server/errors.ts', core];
const carriers = ['carrier', 'carriers', 'causes', 'accounts'].map((file) => `server/domain/carriers/${file}.ts`);
const ground = [...floor, 'server/catalog.ts', 'server/texts.ts', 'server/store'];
const context = ['context', 'moment', 'record-id'].map((file) => `server/operations/${file}.ts`);
const records = [...context, 'server/operations/read', 'server/operations/write'];
const frame = ['engine/app/session', 'engine/app/auth', 'engine/app/shell'];
const draft = [core, kit, 'designer/document', 'designer/store.ts', 'designer/use-designer-words.ts'];

/** The rooms of `engine/kit/fields`, lowest first: each may import those before it. */
const fieldRooms = Object.fromEntries(
  ['/controls', '/files', '/pickers', '/types', '/lines', '/field-views.ts', '/form', ''].map((room, index, all) => [
    `engine/kit/fields${room}`,
    [core, 'engine/kit/ui', 'engine/kit/data', ...all.slice(0, index).map((lower) => `engine/kit/fields${lower}`)],
  ]),
);

/** What every room of views stands on. */
const drawing = [core, 'engine/kit/ui', 'engine/kit/data', 'engine/kit/fields', 'engine/kit/controllers'];

/**
 * Who may import whom: the rooms, and what each may import besides its own files. A file belongs to the longest name
 * that fits; a room that ends in `/*` stands for every folder of it, each closed to the others. Rooms stand above what they
 * import, so that nothing points up.
 */
const table: Record<string, string[]> = {
  'engine/core/meta': [],
  'engine/core/fields': ['engine/core/meta'],
  'engine/core/expression': ['engine/core/meta'],
  'engine/core/compile': below,
  'engine/core/rules': ['engine/core/compile', ...below],
  'engine/core/text': ['engine/core/meta'],
  'engine/core/revise': ['engine/core/rules', 'engine/core/text', 'engine/core/compile', ...below],
  [core]: ['engine/core'],

  'engine/kit/ui': [core],
  'engine/kit/data': [core, 'engine/kit/ui'],
  ...fieldRooms,
  'engine/kit/realtime': [core, 'engine/kit/ui', 'engine/kit/data'],
  'engine/kit/controllers': [core, 'engine/kit/ui', 'engine/kit/data', 'engine/kit/realtime', 'engine/kit/fields'],
  'engine/kit/layouts': drawing,
  'engine/kit/screens': [...drawing, 'engine/kit/layouts'],
  'engine/kit/boards': [...drawing, 'engine/kit/layouts'],
  [kit]: ['engine/kit'],

  'engine/modules/*': [core, kit],
  'engine/modules': [kit, 'engine/modules'],

  'engine/app/localizer': ['engine/kit/ui', 'engine/kit/data'],
  'engine/app/session': [core, 'engine/kit'],
  'engine/app/auth': [core, 'engine/kit', 'engine/app/session'],
  'engine/app/shell': [core, 'engine/kit', 'engine/app/session', 'engine/app/auth'],
  'engine/app/account': [core, 'engine/kit', ...frame],
  'engine/app/pages': [core, 'engine/kit', 'engine/app/account', 'engine/app/localizer', ...frame],
  // The composition roots of the browser.
  'engine/app': ['engine/app', 'engine/kit', 'engine/modules', 'designer/pages.ts'],

  'designer/document': [core, kit],
  'designer/store.ts': [core, 'designer/document'],
  'designer/use-designer-words.ts': [core, 'designer/store.ts'],
  'designer/tools': draft,
  'designer/form': [...draft, 'designer/tools'],
  'designer/panels': [...draft, 'designer/tools', 'designer/form'],
  'designer/canvas': [...draft, 'designer/tools', 'designer/form', 'designer/panels'],
  'designer/review': [...draft, 'designer/tools', 'designer/panels'],
  'designer/sheet': [...draft, 'designer/tools', 'designer/panels', 'designer/use-creating.ts'],
  'designer/promote': [...draft, 'designer/tools', 'designer/panels', 'designer/review'],
  'designer/trash': [core, kit, 'designer/document', 'designer/tools'],
  'designer/menus': [core, kit, 'designer/document', 'designer/tools', 'designer/panels'],
  designer: [core, kit, 'designer'],

  'server/errors.ts': [core],
  'server/config.ts': floor,
  'server/catalog.ts': floor,
  'server/words.ts': [],
  'server/texts.ts': [...floor, 'server/catalog.ts', 'server/words.ts'],
  'server/screens.ts': floor,
  'server/store': [...floor, 'server/catalog.ts'],
  'server/migrations': [...floor, 'server/store'],
  'server/modules': [...ground],
  'server/files': [...ground],
  'server/secrets': [...ground],
  'server/settings': [...ground],
  'server/localizer': [...ground, 'server/words.ts', 'server/modules'],
  'server/system-info': [...ground],
  // Calls to other servers: bounded, guarded against addresses of our own network.
  'server/outbound': ['server/tracing/spans.ts'],
  'server/tracing': [...ground],
  'server/metrics': [...ground],
  'server/backup': [...ground, 'server/files', 'server/secrets'],
  'server/cells': [...ground, 'server/files', 'server/secrets', 'server/backup'],
  'server/operations/record-id.ts': floor,
  'server/operations/moment.ts': ground,
  'server/operations/context.ts': [...ground, 'server/modules'],
  'server/operations/read': [...ground, 'server/modules', ...context],
  'server/operations/write': [...ground, 'server/modules', 'server/files', ...context],
  'server/operations/transfer': [...ground, 'server/modules', 'server/files', ...records],
  'server/operations/command.ts': [...ground, 'server/modules', 'server/operations/transfer', ...records],
  'server/operations': [...ground, 'server/modules', 'server/operations/transfer', ...records],
  'server/operations/openapi': [...ground, 'server/modules', 'server/operations/command.ts', ...records],
  'server/messages': [...ground, 'server/modules', 'server/files/printed-picture.ts', ...records],
  'server/access': [...ground, 'server/modules', 'server/settings', ...records],
  'server/menus': [...ground, 'server/access', ...records],
  'server/auth': [
    ...ground,
    'server/modules',
    'server/settings',
    'server/secrets',
    'server/messages',
    'server/access',
    'server/menus',
    ...records,
  ],
  'server/logs': [...ground, 'server/access', 'server/auth'],
  'server/account': [
    ...ground,
    ...records,
    ...['modules', 'settings', 'secrets', 'messages', 'access', 'menus', 'auth'].map((room) => `server/${room}`),
  ],
  'server/services': [
    ...ground,
    'server/outbound',
    'server/modules',
    'server/secrets',
    'server/messages',
    'server/access',
    'server/operations/transfer',
    'server/operations/command.ts',
    'server/files/semaphore.ts',
    ...records,
  ],
  'server/provisioning': [...ground, 'server/settings', 'server/access', ...records],
  'server/tenants': [
    ...ground,
    ...records,
    ...['modules', 'settings', 'secrets', 'access', 'auth', 'provisioning'].map((room) => `server/${room}`),
  ],
  'server/codegen': [...ground, 'server/operations/openapi', ...records],
  'server/timers': [
    ...ground,
    'server/outbound',
    'server/modules',
    'server/settings',
    'server/access',
    'server/logs',
    'engine/core/fields',
  ],
  'server/realtime': [...ground, 'server/modules', 'server/access', 'server/account', ...records],
  'server/revisions': [...ground, 'server/modules', 'server/access', 'server/operations/transfer', ...records],
  'server/jobs': [
    ...ground,
    'server/tracing/spans.ts',
    ...records,
    ...['modules', 'files', 'logs', 'timers', 'operations/transfer', 'operations/command.ts'].map(
      (room) => `server/${room}`,
    ),
  ],
  'server/http': [
    ...ground,
    'server/tracing/spans.ts',
    ...['modules', 'files', 'settings', 'access', 'menus', 'auth', 'account', 'operations', 'tenants', 'logs'].map(
      (room) => `server/${room}`,
    ),
    ...['timers', 'realtime', 'revisions', 'localizer', 'codegen', 'system-info'].map((room) => `server/${room}`),
  ],
  'server/domain/*': [moduleFace, 'schemas/generated'],
  // Addresses that tenants choose may lead to nothing of ours.
  'server/domain/wire': ['server/outbound'],
  'server/domain/carriers': [moduleFace, 'server/domain/wire', 'server/outbound'],
  // Carriers are asked through their one contract.
  'server/domain/network': [moduleFace, ...carriers],
  'server/domain/shipping': [
    moduleFace,
    ...carriers,
    'server/domain/ledger/holds.ts',
    'server/domain/ledger/posting.ts',
    'server/domain/orders/ship-date.ts',
    // A replaced label is tried again before it is bought.
    'server/domain/rating/public.ts',
  ],
  // Sheets between labels have people's words on them.
  'server/domain/labels': [moduleFace, ...carriers, 'server/files/pdf-fonts.ts', 'server/files/zip.ts'],
  // Labels leave by the one statement that counts them; bars are drawn once. A station tries the cost of a chosen box, and
  // knows a badge as the browser does.
  'server/domain/printing': [
    ...[moduleFace, core, 'server/domain/rating/public.ts'],
    ...['printing/choose', 'printing/print-sql', 'pages/merge', 'pages/sheet', 'pages/sizes'].map(
      (file) => `server/domain/labels/${file}.ts`,
    ),
    'server/domain/carriers/simulator/label/code128.ts',
    // What is scanned is read as it is tracked.
    'server/domain/tracking/numbers/scanned.ts',
    'server/files/pdf-fonts.ts',
  ],
  'server/domain/returns': [moduleFace, 'schemas/generated', 'server/domain/tracking/numbers/scanned.ts'],
  'server/domain/addresses': [moduleFace, ...carriers],
  // What a case gives a customer is booked by the ledger's one door.
  'server/domain/tracking': [moduleFace, ...carriers, 'server/domain/ledger/posting.ts'],
  // What became of its orders is told and read as carriers tell it and we read it, and billed as bills are taken.
  'server/domain/demo': [
    moduleFace,
    'server/domain/billing',
    'server/domain/carriers',
    'server/domain/tracking',
    'server/domain/stores/simulator/demo-shops.ts',
  ],
  // What is asked of other servers goes by the one client that is bounded and guarded.
  'server/domain/robots': [moduleFace, 'server/outbound'],
  // Conditions are expressions of the language.
  'server/domain/order-rules': [moduleFace, core],
  'server/domain/webhooks': [moduleFace, 'server/outbound'],
  // Triggers of surcharges are expressions of the language.
  'server/domain/rating': [moduleFace, core, 'server/domain/orders/ship-date.ts'],
  // Figures are exact as prices of parcels are; what a freight bill changes joins the customer's next bill.
  'server/domain/freight': [
    moduleFace,
    'server/domain/rating/kernel/exact.ts',
    'server/domain/customer-bills/service-lines.ts',
    'server/files/zip.ts',
  ],
  // Whatever moves money does so by the ledger's one door.
  'server/domain/billing': [moduleFace, 'server/domain/ledger/posting.ts', 'server/files/thread-messages.ts'],
  // What carriers have measured is priced by the price list, and posted by the ledger's doors.
  // What an agreement on measures holds is claimed from the carrier within its days.
  'server/domain/customer-bills': [
    moduleFace,
    'server/domain/billing/claim-windows.ts',
    'server/domain/ledger/holds.ts',
    'server/domain/ledger/posting.ts',
    'server/domain/rating',
    'server/files/printed-picture.ts',
  ],
  // A statement shows the logo that bills show.
  'server/domain/receivables': [moduleFace, 'server/domain/customer-bills/bills/logo.ts'],
  'server/domain/tenant-shop': [moduleFace, 'server/domain/ledger/posting.ts'],
  // What main bills and deliveries cost joins customers' bills; labels of boxes have bars and people's words on them.
  'server/domain/consolidation': [
    moduleFace,
    'server/domain/customer-bills/service-lines.ts',
    'server/domain/carriers/simulator/label/code128.ts',
    'server/files/pdf-fonts.ts',
  ],
  'server/domain/fba': [moduleFace, 'server/domain/customer-bills/service-lines.ts'],
  // What is stored is charged with the customer's next bill.
  'server/domain/warehouse': [moduleFace, 'server/domain/customer-bills/service-lines.ts'],
  'server/domain/payments': [moduleFace, 'server/domain/ledger/posting.ts', 'server/domain/ledger/record.ts'],
  // Orders of shops are judged and priced as all are.
  'server/domain/stores': [
    moduleFace,
    'server/outbound',
    'server/domain/wire',
    ...['check-address', 'states', 'postal/postal-data'].map((file) => `server/domain/addresses/${file}.ts`),
    ...['kernel/exact', 'pick', 'public', 'quote', 'trial/trial'].map((file) => `server/domain/rating/${file}.ts`),
  ],
  'server/domain': [moduleFace, 'server/domain'],
  'server/scripts': [core, 'server'],
  'server/demo': [core, 'server'],
  'server/open-database.ts': ['server/config.ts', 'server/store'],
  'server/node.ts': [core, 'server'],
  'server/app.ts': [core, 'server'],
  'server/main.ts': [core, 'server'],
};

const files = readSources(['engine', 'server', 'designer']);
const scripts = readSources(['server'], ['.mjs']);
const styles = readSources(['engine', 'designer'], ['.css', '.html']);
const tests = readSources(['tests']).filter(({ path }) => /\.test\.tsx?$/.test(path));

/** Composition roots of tools, not of the product. */
const isToolConfig = (path: string): boolean => path.endsWith('vite.config.ts');

const places = (sources: SourceFile[], pattern: RegExp): string[] =>
  sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );

describe('the arrows between the rooms', () => {
  it('go only where the table lets them', () => {
    const strays = files
      .filter(({ path }) => !isToolConfig(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => /\.tsx?$/.test(target) && !mayImport(path, target))
          .map((target) => `${path} -> ${target}`),
      );
    expect(strays).toEqual([]);
  });

  it('lead to files that are there, named with their endings', () => {
    const lost = files.flatMap(({ path, imports }) =>
      imports.filter((target) => !existsSync(projectRoot + target)).map((target) => `${path} -> ${target}`),
    );
    expect(lost).toEqual([]);
  });

  it('never come back to where they started', () => {
    expect(findCircles(files)).toEqual([]);
  });

  it('pass through no barrels but the three faces', () => {
    const faces = [core, kit, moduleFace];
    const barrels = files.filter(({ path, text }) => !faces.includes(path) && /^export .*\bfrom '\./m.test(text));
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });
});

describe('a source file', () => {
  /** Tables of data. */
  const long = ['engine/core/fields/countries.ts'];

  it('has at most 400 lines, tables aside', () => {
    const tooLong = [...files, ...scripts].filter(
      ({ path, text }) =>
        !long.includes(path) && !path.startsWith('server/migrations/') && text.split('\n').length > 401,
    );
    expect(tooLong.map(({ path, text }) => `${path}: ${text.split('\n').length}`)).toEqual([]);
  });

  it('shares its folder with fewer than 60 others', () => {
    const counts = new Map<string, number>();
    for (const { path } of [...files, ...scripts]) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const crowded = [...counts].filter(([, count]) => count > 60);
    expect(crowded).toEqual([]);
  });

  it('uses no business words outside the business modules', () => {
    const business =
      /parcel|recharge|carrier|waybill|shipment|freight|courier|postage|invoice|['"`]orders?['"`]|order(No|Id)\b/i;
    const generic = files.filter(({ path }) => !/^(engine\/(widgets|modules)|server\/domain|designer)\//.test(path));
    const looks = styles.filter(({ path }) => !path.startsWith('engine/modules/'));
    expect(places([...generic, ...looks], business)).toEqual([]);
  });

  it('has no Chinese words: they stand in locales', () => {
    // The languages' own names, and values that the types must accept.
    const exceptions = [
      'engine/kit/ui/culture.ts',
      'engine/core/fields/types/text.ts',
      'engine/core/fields/types/url.ts',
    ];
    const others = [...files, ...scripts, ...styles].filter(({ path }) => !exceptions.includes(path));
    expect(places(others, /\p{Script=Han}/u)).toEqual([]);
  });

  it('leaves the environment to config.ts', () => {
    const others = files.filter(({ path }) => path !== 'server/config.ts' && !isToolConfig(path));
    expect(places(others, /process\.env|import\.meta\.env\b(?!\.(DEV|PROD|BASE_URL))/)).toEqual([]);
  });

  it('talks through the log, not the console, unless a person runs it by hand', () => {
    // The last resort of the page: there is no other log in a browser.
    const exceptions = /^server\/scripts\/|^engine\/kit\/ui\/error-boundary\.tsx$/;
    const others = files.filter(({ path }) => !exceptions.test(path));
    expect(places(others, /\bconsole\.\w+\(/)).toEqual([]);
  });

  it('switches off no checks and leaves nothing for later', () => {
    const excuses =
      /@ts-(ignore|nocheck|expect-error)|(eslint|oxlint|oxfmt|prettier)-(disable|ignore)|\b(TODO|FIXME|XXX)\b/;
    expect(places([...files, ...scripts, ...styles], excuses)).toEqual([]);
  });
});

describe('a business module', () => {
  const domain = files.filter(({ path }) => path.startsWith('server/domain/'));

  it('names the shape of its rows where it runs a statement, and casts nothing past the types', () => {
    expect(places(domain, /\bas unknown as\b|\bas any\b/)).toEqual([]);
    expect(places(domain, /\bawait [\w.]*\b(query|read|report|queryReport)\(.*\)\) as /)).toEqual([]);
  });
});

describe('a test file', () => {
  it('runs whole, and waits for what happens instead of for the clock', () => {
    const lazy = /\b(it|test|describe)\.(skip|only|todo|fails)\b|waitForTimeout|\bsetTimeout\(/;
    expect(
      places(
        tests.filter(({ path }) => path !== 'tests/contracts/imports.test.ts'),
        lazy,
      ),
    ).toEqual([]);
  });
});

/** The longest room of the table that holds the file: a name, or `folder/*` with the folder it stands for. */
function roomOf(path: string): { own: string; allowed: string[] } {
  const rooms = Object.keys(table).map((room) => {
    if (!room.endsWith('/*')) return { room, own: room };
    const parent = room.slice(0, -1);
    const child = path.startsWith(parent) && path.slice(parent.length).includes('/');
    return { room, own: child ? parent + (path.slice(parent.length).split('/')[0] ?? '') : '-' };
  });
  const [found] = rooms.filter(({ own }) => isIn(path, own)).toSorted((a, b) => b.own.length - a.own.length);
  return found ? { own: found.own, allowed: table[found.own] ?? table[found.room] ?? [] } : { own: path, allowed: [] };
}

function mayImport(from: string, to: string): boolean {
  const { own, allowed } = roomOf(from);
  return [own, ...allowed].some((room) => isIn(to, room));
}

const isIn = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`);

/** Files that reach themselves, each circle once, as a chain. */
function findCircles(sources: SourceFile[]): string[] {
  const byPath = new Map(sources.map((file) => [file.path, file.imports]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, chain: string[]): void => {
    const at = chain.indexOf(path);
    if (at >= 0) circles.push([...chain.slice(at), path].join(' -> '));
    if (at >= 0 || done.has(path)) return;
    for (const next of byPath.get(path) ?? []) visit(next, [...chain, path]);
    done.add(path);
  };
  for (const { path } of sources) visit(path, []);
  return circles;
}
