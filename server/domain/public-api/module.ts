import type { ServerModule } from '../../modules/module.ts';
import { generateKey } from './generate-key.ts';
import { scopes } from './scopes.ts';

/** The public API for customers' programs: keys and scopes. */
export const publicApi: ServerModule = { handlers: [], commands: [generateKey], scopes };
