import { Schema } from '@formily/json-schema';

/**
 * The form engine turns `{{text}}` into code by `new Function`, which the page's security policy forbids. Our schemas
 * hold no such text, so whatever arrives here is refused.
 */
Schema.registerCompiler((expression: string) => {
  throw new Error(`form schemas hold no expressions: ${expression}`);
});
