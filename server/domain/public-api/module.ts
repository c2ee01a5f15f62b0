import type { ServerModule } from '../../modules/module.ts';
import { generateKey } from './generate-key.ts';
import { scopes } from './scopes.ts';

/** What programs of customers do: keys, and what is told to them. */
export const publicApi: ServerModule = { handlers: [], commands: [generateKey], scopes };
