/* SPDX-License-Identifier: MIT */
'use strict';

/* The methods of both services, for the libraries of JavaScript. A method takes params as they came (an Array, an Object,
 * or undefined) and returns its result or throws what `error(code, message, data)` makes in the library at hand. */
module.exports = error => {
  const refuse = () => { throw error(-32602, 'Invalid params'); };

  /* The arguments in the order of `names`, by position or by name; one too many, or under another name, is refused. */
  const bind = (params, ...names) => {
    params = params ?? [];
    const given = Object.keys(params);
    if (given.length > names.length) refuse();
    if (Array.isArray(params)) return params;
    return given.every(name => names.includes(name)) ? names.map(name => params[name]) : refuse();
  };

  const number = value => (typeof value === 'number' ? value : refuse());
  const string = value => (typeof value === 'string' ? value : refuse());
  const int32 = value => (value === (value | 0) ? value : refuse());

  /* JSON has no NaN and no infinities: in this service they are strings. */
  const double = value => (['NaN', 'Infinity', '-Infinity'].includes(value) ? Number(value) : number(value));
  const written = value => (Number.isFinite(value) ? value : String(value));

  const benchmark = {
    add: params => {
      const [l, r] = bind(params, 'l', 'r');
      return written(double(l) + double(r));
    },
    addInt: params => {
      const [l, r] = bind(params, 'l', 'r');
      return (int32(l) + int32(r)) | 0;
    },
    NullableFloatToNullableFloat: params => {
      const [a] = bind(params, 'a');
      return a === undefined || a === null ? null : written(double(a));
    },
    Test2: params => number(bind(params, 'x')[0]),
    StringMe: params => string(bind(params, 'x')[0]),
  };

  let count = 0;
  const conformance = {
    add: params => (Array.isArray(params) ? params.reduce((sum, value) => sum + number(value), 0) : refuse()),
    minus: params => {
      const [whole, part] = bind(params, 'whole', 'part');
      return number(whole) - number(part);
    },
    echo: params => params ?? null,
    pair: params => bind(params).concat('hi', 5),
    fail: () => { throw error(1234, 'Application error', { k: 'v' }); },
    boom: () => { throw new Error('boom'); },
    tick: () => null,
    note: () => null,
    'count.up': () => { count++; return null; },
    'count.get': () => count,
  };

  return { benchmark, conformance };
};
