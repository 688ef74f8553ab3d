//! Whose address a request comes from: the peer's, or what a trusted proxy says.
//!
//! Invariant: only what a trusted proxy itself added to `X-Forwarded-For` counts; what a client wrote before it does not.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;
use ipnet::IpNet;
use serde::{Deserialize, Deserializer};

/// The address that limits are counted by: an IPv4 address, or the 64 bits of an IPv6 address that a provider gives to one
/// customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Address(IpAddr);

impl Address {
    /// The address of a peer. An IPv4 address in IPv6 clothes is the IPv4 address.
    pub(crate) fn new(address: IpAddr) -> Address {
        Address(match address.to_canonical() {
            IpAddr::V6(six) => IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() & (!0 << 64))),
            four => four,
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Address {
    type Err = std::net::AddrParseError;

    fn from_str(text: &str) -> Result<Address, std::net::AddrParseError> {
        text.parse().map(Address::new)
    }
}

/// A proxy, or a network of them, that is believed whom it speaks for. As text `10.0.0.7`, `10.0.0.0/8` or `fd00::/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proxies(IpNet);

impl Proxies {
    /// Whether the address is one of these.
    fn contain(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl FromStr for Proxies {
    type Err = ipnet::AddrParseError;

    fn from_str(text: &str) -> Result<Proxies, ipnet::AddrParseError> {
        let one = text.parse::<IpAddr>().map(IpNet::from);
        Ok(Proxies(one.or_else(|_| text.parse())?))
    }
}

impl fmt::Display for Proxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Proxies {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Proxies, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|_| serde::de::Error::custom("a proxy is an address, or a network like 10.0.0.0/8"))
    }
}

/// Whether this peer is a trusted proxy.
pub(crate) fn is_trusted(peer: IpAddr, trusted: &[Proxies]) -> bool {
    trusted.iter().any(|proxies| proxies.contain(peer))
}

/// Who a request comes from: the last address in the chain of `X-Forwarded-For` that no trusted proxy vouches for to be a
/// proxy, too.
pub(crate) fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[Proxies]) -> Address {
    let chain = headers.get_all("x-forwarded-for").iter().rev().flat_map(|value| {
        // A value that is no text ends the chain as a word that is no address does.
        value.to_str().unwrap_or("?").rsplit(',')
    });
    let mut address = peer;
    for word in chain {
        if !is_trusted(address, trusted) {
            break;
        }
        let Some(before) = forwarded(word.trim()) else { break };
        address = before;
    }
    Address::new(address)
}

/// An address as proxies write it: with or without a port.
fn forwarded(word: &str) -> Option<IpAddr> {
    let bare = word.trim_start_matches('[').trim_end_matches(']');
    let with_port = || word.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn the_client_is_the_last_that_no_proxy_vouches_for() {
        let trusted: Vec<Proxies> =
            ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].map(|text| text.parse().expect("proxies")).to_vec();
        let check = |peer: &str, forwarded: &[&str], expected: &str| {
            let mut headers = HeaderMap::new();
            for value in forwarded {
                headers.append("x-forwarded-for", value.parse().expect("a header"));
            }
            assert_eq!(
                client(ip(peer), &headers, &trusted),
                Address::new(ip(expected)),
                "{peer} {forwarded:?}"
            );
        };
        check("203.0.113.9", &[], "203.0.113.9");
        check("203.0.113.9", &["198.51.100.1"], "203.0.113.9");
        check("127.0.0.1", &[], "127.0.0.1");
        check("127.0.0.1", &["198.51.100.1"], "198.51.100.1");
        check("127.0.0.1", &["1.1.1.1, 198.51.100.1"], "198.51.100.1");
        check("127.0.0.1", &["1.1.1.1, 198.51.100.1, 10.3.3.3"], "198.51.100.1");
        check("127.0.0.1", &["1.1.1.1, 198.51.100.1", "10.3.3.3"], "198.51.100.1");
        check("127.0.0.1", &["10.1.1.1, 10.3.3.3"], "10.1.1.1");
        check("127.0.0.1", &["198.51.100.1:4711"], "198.51.100.1");
        check("127.0.0.1", &["[2001:db8::1]:4711"], "2001:db8::1");
        check("fd00::1", &["2001:db8::1"], "2001:db8::1");
        check("::ffff:127.0.0.1", &["198.51.100.1"], "198.51.100.1");
        check("127.0.0.1", &["1.1.1.1, unknown"], "127.0.0.1");
        check("127.0.0.1", &["1.1.1.1, unknown, 10.3.3.3"], "10.3.3.3");
    }

    #[test]
    fn an_address_of_limits_is_one_customer() {
        let same = |one: &str, other: &str| Address::new(ip(one)) == Address::new(ip(other));
        assert!(same("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"));
        assert!(!same("2001:db8:1:2::1", "2001:db8:1:3::1"));
        assert!(same("::ffff:198.51.100.1", "198.51.100.1"));
        assert!(!same("198.51.100.1", "198.51.100.2"));
    }

    #[test]
    fn proxies_are_addresses_or_networks() {
        for (text, shown) in [("10.0.0.7", "10.0.0.7/32"), ("fd00::/8", "fd00::/8")] {
            assert_eq!(text.parse::<Proxies>().expect("proxies").to_string(), shown);
        }
        for bad in ["", "10.0.0", "10.0.0.0/33", "proxy.example"] {
            assert!(bad.parse::<Proxies>().is_err(), "{bad}");
        }
    }
}
