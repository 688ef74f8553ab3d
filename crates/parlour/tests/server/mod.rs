//! A server in a process of its own, as the tests of the binary start it.
//!
//! Invariant: it ends with the test, also with one that fails.
#![allow(dead_code, reason = "no test needs all of it")]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

pub(crate) struct Server {
    pub(crate) child: Child,
    /// Where it said that it is: host and port.
    pub(crate) address: String,
}

impl Server {
    /// Starts `parlour serve` as the command says, and waits until it says where it is.
    pub(crate) fn start(command: &mut Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the binary starts");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("it is piped");
        BufReader::new(out).read_line(&mut line).expect("the server says where it is");
        let address = line.trim().strip_prefix("Parlour is open at http://").expect("the address is printed");
        let address = address.trim_end_matches('/').to_owned();
        Server { child, address }
    }

    /// Its socket.
    pub(crate) fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    /// Asks it to terminate, as a supervisor does.
    pub(crate) fn terminate(&self) {
        let status = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(status.expect("kill is there").success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
