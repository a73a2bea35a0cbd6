// Package world is what the research examples talk to: three MCP servers to search (web, papers, documents) and one that
// sends mail.
//
// They speak Streamable HTTP on loopback, stateless, from a script. Two of them find one paper under one id and with two
// titles. A text among the documents holds an instruction, as texts from outside do. Mail is delivered into a log, and an
// action id that was seen before is answered with the first result.
//
// The package has hooks for what otherwise happens rarely: a server that is down or slow, requests that fail, an answer
// that is lost after the work was done. And it counts, so that a program can be held to what it did and not to what it
// says.
//
// It is a stand-in: nobody signs in, a search compares words, and everything is in memory.
package world
