/// <reference types="vite/client" />

/** The version of package.json, set by the build. */
declare const __VERSION__: string;
