/* SPDX-License-Identifier: MIT */
'use strict';

/* server.js tcp|unix PORT|PATH benchmark|conformance
 * server.js stdio - benchmark|conformance */

const net = require('net');
const { createMessageConnection, ErrorCodes, ResponseError } = require('vscode-jsonrpc/node');
const services = require('../methods.js');

const [transport, place, service] = process.argv.slice(2);
const methods = new Map(
  Object.entries(services((code, message, data) => new ResponseError(code, message, data))[service]));

/* One handler for all: the library takes the params of a method's own handler apart, so that it could not tell [] from
 * none, nor [{}] from {}. */
const serve = (input, output) => {
  const connection = createMessageConnection(input, output);
  connection.onRequest((name, params) => {
    const method = methods.get(name);
    if (!method) throw new ResponseError(ErrorCodes.MethodNotFound, `Unhandled method ${name}`);
    return method(params);
  });
  connection.onNotification((name, params) => methods.get(name)?.(params));
  connection.onClose(() => connection.dispose());
  connection.listen();
};

if (transport === 'stdio') {
  serve(process.stdin, process.stdout);
} else {
  const listener = net.createServer({ noDelay: true }, socket => serve(socket, socket));
  listener.listen(transport === 'unix' ? place : { host: '127.0.0.1', port: Number(place) }, () => {
    const address = transport === 'unix' ? place : `127.0.0.1:${listener.address().port}`;
    console.log(`listening on ${transport}://${address}`);
  });
}

process.on('SIGTERM', () => process.exit(0));
