/* SPDX-License-Identifier: MIT */
'use strict';

/* server.js tcp|unix|http|http+unix PORT|PATH benchmark|conformance */

const jayson = require('jayson');
const services = require('../methods.js');

const [transport, place, service] = process.argv.slice(2);
const server = new jayson.Server();
const methods = services((code, message, data) => server.error(code, message, data))[service];

for (const [name, method] of Object.entries(methods))
  server.method(name, (params, callback) => {
    let result;
    try {
      result = method(params);
    } catch (error) { // jayson lets it end the process otherwise; it answers what is no error object with -32603
      return callback(error);
    }
    callback(null, result);
  });

const http = transport.startsWith('http');
const unix = transport.endsWith('unix');
const listener = http ? server.http() : server.tcp();
listener.on('connection', socket => socket.setNoDelay());
listener.listen(unix ? place : { host: '127.0.0.1', port: Number(place) }, () => {
  const address = unix ? place : `127.0.0.1:${listener.address().port}`;
  console.log(`listening on ${transport}://${address}${http && !unix ? '/' : ''}`);
});

process.on('SIGTERM', () => process.exit(0));
