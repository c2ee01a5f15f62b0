import { access } from './access.mjs';
import { imports } from './imports.mjs';
import { ledger } from './ledger.mjs';
import { payments } from './payments.mjs';
import { schema } from './schema.mjs';
import { sessions } from './sessions.mjs';

/** Bugs by the part of the product that they are planted into. */
export const areas = { money: [...ledger, ...payments], access, schema, import: imports, sessions };

/** How often the text that a bug replaces stands in its file: once, or it has no place. */
export const placesOf = ({ find }, text) => text.split(find).length - 1;
