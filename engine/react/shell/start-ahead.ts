import { defaultPageSize } from '../controllers/list-limits.ts';
import { createWire } from '../data/wire.ts';
import { pages } from '../pages/index.ts';
import { prefetchList } from './entity-pages.tsx';
import { ensureUser, options } from './session.ts';

const ownPages = ['welcome', 'account', 'user', '403', '404', '500'];

/**
 * Asks at once for everything that the address will need, code and data together, instead of one after the other as the
 * screens come to it. A guess that fails costs a request; the screens ask for themselves what was not guessed.
 */
export function startAhead(
  morePages: readonly string[] = [],
  address: Pick<Location, 'pathname' | 'search'> = location,
): void {
  if (!options.getToken()) return;
  const [path = '', id, rest] = address.pathname.split('/').slice(1);
  if (path === 'user') return;
  const wire = createWire(options);
  ensureUser();
  void import('./app-frame.tsx').catch(ignore);
  if (path === '' || ownPages.includes(path) || morePages.includes(path)) return;
  if (pages.has(path.toLowerCase()) || id === 'new' || rest) return;
  wire.ahead(`meta/${path}`);
  if (id) {
    wire.ahead(`${path}/detail`, { id });
    void import('../screens/detail-screen.tsx').catch(ignore);
    return;
  }
  wire.ahead('preference', { key: `list.${path}` });
  wire.ahead('savedView', { path });
  prefetchList();
  if (address.search === '') wire.ahead(`${path}/page`, { pageNo: 1, pageSize: defaultPageSize });
}

/** The screen's own import will fail too, and says so. */
const ignore = () => undefined;
