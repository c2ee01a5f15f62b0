/**
 * One bug: in `file`, `find` (which stands there once) becomes `put`. `by` is the file of tests that must turn red, `only`
 * a part of the names of those that are run of it.
 */
export const bug = (name, file, find, put, by, only = '') => ({ name, file, find, put, by, only });
