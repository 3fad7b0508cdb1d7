/* SPDX-License-Identifier: MIT */
#ifndef LOAD_FAKE_SERVER_H
#define LOAD_FAKE_SERVER_H

/* For the tests of engine_fixture.h: a server of the five methods that can be told to misbehave. It is the test program
 * itself, launched as `PROGRAM --serve ADDRESS FAULT [N]`: from the N-th request on, over all connections,
 * it has the fault. Prints "listening on ADDRESS"; ends when it is killed. */
int fake_server(int argc, char **argv);

#endif
